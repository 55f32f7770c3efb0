#!/usr/bin/env bash
# Builds the program twice: here, and from a copy of the sources elsewhere with caches of its own. Fails when the
# bytes differ.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
bash deploy/image/build.sh "$work/first"
mkdir "$work/elsewhere"
git ls-files -z --cached --others --exclude-standard | tar --null --ignore-failed-read -T - -cf - 2>/dev/null | tar -xf - -C "$work/elsewhere"
GOCACHE="$work/cache" bash "$work/elsewhere/deploy/image/build.sh" "$work/second"
first=$(sha256sum <"$work/first/platen") second=$(sha256sum <"$work/second/platen")
echo "$first here"
echo "$second elsewhere"
[ "$first" = "$second" ]
