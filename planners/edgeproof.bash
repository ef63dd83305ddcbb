# Completion of edgeproof for bash. What there is to complete is asked of the program itself.

# The words of `edgeproof COMMAND --help` that begin an option, each with its hint.
_edgeproof_options()
{
  "$1" "$2" --help 2>/dev/null | sed -n 's/^  \(--[a-z-]*\) \{0,1\}\([^ ]*\).*/\1 \2/p'
}

# Planners: in the help of --planner, between "There are" and the next option.
_edgeproof_planners()
{
  "$1" plan --help 2>/dev/null | sed -n '/^  --planner/,/^  --param/{/There are/,${/^ \{20\}/p}}' |
    sed 's/.*There are//'
}

# Queries that a scene names, without loading it.
_edgeproof_queries()
{
  sed -n '/^queries:/,/^[a-z]/s/^ *- *{\{0,1\} *name: *\([^,} ]*\).*/\1/p' "$1" 2>/dev/null
}

_edgeproof()
{
  local program=${COMP_WORDS[0]} command=${COMP_WORDS[1]} word=${COMP_WORDS[COMP_CWORD]}
  local last=${COMP_WORDS[COMP_CWORD - 1]} option hint i
  COMPREPLY=()
  # --option=value is three words here.
  if [ "$word" = = ]; then
    word=
  elif [ "$last" = = ]; then
    last=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  if [ "$COMP_CWORD" -eq 1 ]; then
    local commands
    commands=$("$program" --help 2>/dev/null | sed -n 's/^  \([a-z]*\) .*/\1/p')
    COMPREPLY=($(compgen -W "$commands --help --version" -- "$word"))
    return
  fi
  if [[ $last == --* ]]; then
    while read -r option hint; do
      [ "$option" = "$last" ] || continue
      case $hint in
        *'|'*) hint=${hint//\[*\]/}
          COMPREPLY=($(compgen -W "${hint//|/ }" -- "$word"))
          return ;;
        NAME)
          if [ "$last" = --planner ]; then
            COMPREPLY=($(compgen -W "$(_edgeproof_planners "$program")" -- "$word"))
            return
          fi
          for i in "${COMP_WORDS[@]}"; do
            case $i in
              *.yaml) COMPREPLY=($(compgen -W "$(_edgeproof_queries "$i")" -- "$word")) ;;
            esac
          done
          return ;;
        FILE | FOLDER) compopt -o default 2>/dev/null; return ;;
        [A-Z]*) return ;;
      esac
    done < <(_edgeproof_options "$program" "$command")
  fi
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$(_edgeproof_options "$program" "$command" | cut -d' ' -f1)" -- "$word"))
  elif [ "$command" = generate ]; then
    COMPREPLY=($(compgen -W "$("$program" generate --help | sed -n 's/^  \([a-z-]*\)  .*/\1/p')" \
      -- "$word"))
  elif [ "$command" = bench ] && [ "$COMP_CWORD" -eq 2 ]; then
    COMPREPLY=($(compgen -W "all peers paper plan ablate scale labels guard" -- "$word"))
  else
    compopt -o default 2>/dev/null
  fi
}

complete -F _edgeproof edgeproof
