#!/bin/sh
# What `make demo` shows. Usage: demo.sh PROGRAM SCENES FOLDER; plans go to FOLDER.
set -eu
program=$1
scenes=$2/scenes
folder=$3
mkdir -p "$folder"

run()
{
  printf '\n$ edgeproof %s\n' "$*"
  "$program" "$@"
}

echo "1. A tower crane lifts a weight over a building site. Every edge that the planner takes is proved"
echo "   free for the whole motion; the path is then proved again by a second method."
run plan "$scenes/tower-crane.yaml" --planner RRTConnect --time 20 --seed 1 --quiet \
  --out "$folder/tower-crane.json"

echo
echo "2. An excavator drives up, reaches for a weight and loads it on a truck: three queries in a row, and"
echo "   PRM keeps its roadmap from one to the next."
run plan "$scenes/excavator.yaml" --planner PRM --time 20 --seed 1 --quiet \
  --out "$folder/excavator.json"

echo
echo "3. Anybody can prove a plan again, edge by edge."
run check --plan "$folder/tower-crane.json" --method catch --quiet

echo
echo "4. The same planning with samples along each edge, as OMPL does it by default, and with proofs."
run compare "$scenes/tower-crane.yaml" --query lift --runs 8 --time 5 --quiet

echo
echo "The plans, with the clearance that was proved for each edge:"
echo "  $folder/tower-crane.json"
echo "  $folder/excavator.json"
echo "A picture of why a straight lift would not do (open it in any mesh viewer):"
"$program" check "$scenes/tower-crane.yaml" --query lift --mode toc --quiet --witness "$folder/collision.obj" \
  > /dev/null || true
echo "  $folder/collision.obj"
