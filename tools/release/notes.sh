#!/usr/bin/env bash
# Prints the section of a version from CHANGELOG.md, as the notes of its release. Fails when there is none, or when the
# section is empty. Usage: notes.sh VERSION
set -euo pipefail
cd "$(dirname "$0")/../.."
version=${1:?usage: notes.sh VERSION}
notes=$(awk -v heading="## $version (" 'index($0, "## ") == 1 { inside = index($0, heading) == 1; next } inside' CHANGELOG.md)
if [ -z "${notes//[[:space:]]/}" ]; then
  echo "CHANGELOG.md has no section \"## $version (YYYY-MM-DD)\" with text; rename Unreleased and commit it before tagging" >&2
  exit 1
fi
printf '%s\n' "$notes"
