#!/usr/bin/env bash
# Builds the program twice: here, and from a copy of the sources elsewhere with caches of its own. Fails when the
# bytes differ. The second build compiles everything anew, the standard library included: some five minutes of one
# processor, two or three of two that have nothing else to do.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
echo 'building here' >&2
bash deploy/image/build.sh "$work/first"
mkdir "$work/elsewhere"
git ls-files -z --cached --others --exclude-standard | tar --null --ignore-failed-read -T - -cf - 2>/dev/null | tar -xf - -C "$work/elsewhere"
echo 'building elsewhere, with an empty cache' >&2
GOCACHE="$work/cache" bash "$work/elsewhere/deploy/image/build.sh" "$work/second"
first=$(sha256sum <"$work/first/platen") second=$(sha256sum <"$work/second/platen")
echo "$first here"
echo "$second elsewhere"
[ "$first" = "$second" ]
