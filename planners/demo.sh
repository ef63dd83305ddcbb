#!/bin/sh
# What `make demo` shows. Usage: demo.sh PROGRAM SCENES FOLDER; plans go to FOLDER.
set -eu
program=$1
scenes=$2/scenes
folder=$3
mkdir -p "$folder"
begin=$(date +%s)
bold= plain=
if [ -t 1 ]; then
  bold=$(printf '\033[1m')
  plain=$(printf '\033[0m')
fi

# title NUMBER TEXT, and the lines below it
title()
{
  printf '\n%s%s. %s%s\n' "$bold" "$1" "$2" "$plain"
  shift 2
  for line in "$@"; do
    printf '   %s\n' "$line"
  done
}

# Shows a command as it could be typed, and runs it; an answer that is not the hoped-for one is an
# answer (status 1).
run()
{
  printf '\n   $ %s %s\n\n' "$program" "$*"
  status=0
  "$program" "$@" > "$folder/said.txt" || status=$?
  sed 's/^/   /' "$folder/said.txt"
  rm -f "$folder/said.txt"
  [ "$status" -lt 2 ] || exit "$status"
}

size=$("$program" info "$scenes/tower-crane.yaml" --quiet | sed -n 's/ triangles of obstacles.*//p')
printf '\n%sEdgeproof: a construction site of %s triangles, a crane and an excavator%s\n' "$bold" "$size" "$plain"
echo "(generated once, by \`edgeproof generate all\`; it is in $2)"

title 1 "A tower crane is to lift a weight. Is the straight way free?"
run check "$scenes/tower-crane.yaml" --query lift --mode toc --witness "$folder/collision.obj"
echo
echo "   No. $folder/collision.obj shows where, in any mesh viewer."

title 2 "RRTConnect finds a way for the crane." \
  "Every edge that the planner takes is proved free for the whole motion, not at samples. The path" \
  "is proved once more by a second method. The last column is proved too: at no moment does" \
  "anything come nearer."
run plan "$scenes/tower-crane.yaml" --planner RRTConnect --time 20 --seed 1 \
  --out "$folder/tower-crane.json"

title 3 "PRM drives an excavator up, reaches for a weight and loads it on a truck." \
  "Three queries in a row: the weight is picked up by the second and carried by the third, and the" \
  "roadmap is kept from one to the next."
run plan "$scenes/excavator.yaml" --planner PRM --time 20 --seed 1 --out "$folder/excavator.json"

title 4 "Nobody needs to believe that: a plan can be proved again, here by the other method." 
run check --plan "$folder/excavator.json" --method catch

title 5 "What do samples along each edge miss, as OMPL takes them by default?" \
  "The same planning with the same seeds, with samples and with proofs. \`solved\` is what the planner" \
  "believed; \`collide\` counts the paths of these that run into something."
run compare "$scenes/tower-crane.yaml" --query lift --runs 8 --time 5
run compare "$scenes/excavator.yaml" --runs 8 --time 5

printf '\n%sThe plans%s, with the clearance that was proved for each edge:\n' "$bold" "$plain"
echo "   $folder/tower-crane.json"
echo "   $folder/excavator.json"
echo "All of this took $(($(date +%s) - begin)) s. Your own machine: docs/tutorial.md"
