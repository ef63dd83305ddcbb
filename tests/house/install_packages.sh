#!/bin/sh
# install_packages.sh <list>: installs those Debian packages of the list that are missing.
# Silent when there are none. Without root it prints the line to run, and fails.
set -eu

if ! command -v dpkg-query >/dev/null; then
  echo "Not a Debian system: what $1 lists must be there by other means." >&2
  exit 0
fi

missing=
# shellcheck disable=SC2013 # words, not lines
for package in $(sed 's/#.*//' "$1"); do
  state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) || state=absent
  [ "$state" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" -ne 0 ]; then
  echo "These Debian packages are missing:$missing" >&2
  echo "Install them with:" >&2
  echo "  sudo apt-get update && sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends$missing" >&2
  exit 1
fi

echo "Installing:$missing"
export DEBIAN_FRONTEND=noninteractive
apt-get update
# shellcheck disable=SC2086 # one word a package
apt-get install -y --no-install-recommends -o DPkg::Lock::Timeout=120 $missing
