#!/usr/bin/env bash
# Fails when generating again changes anything, and when a proto breaks what the last release promised.
set -euo pipefail
cd "$(dirname "$0")/.."
generated=(proto/gen proto/openapi/openapi.yaml proto/openapi/openapi.json app/surface/rest/internal/oas sdk/typescript/src/gen sdk/typescript/src/jsx/properties.ts sdk/python/platen/v1 sdk/python/platen/_services.py
  docs/reference/errors.md docs/reference/configuration.md docs/reference/events.md docs/reference/scopes.md docs/reference/css.md)

before=$(git status --porcelain -- "${generated[@]}")
if [ -n "$before" ]; then
  echo "generated files differ from the last commit already; commit them first:" >&2
  echo "$before" >&2
  exit 1
fi
bash tools/generate.sh
after=$(git status --porcelain -- "${generated[@]}")
if [ -n "$after" ]; then
  echo "generated files are not current; run 'task generate' and commit:" >&2
  echo "$after" >&2
  git --no-pager diff --stat -- "${generated[@]}" >&2
  exit 1
fi

# The newest release tag is what clients have; before the first one there is nothing to break.
if tag=$(git describe --tags --abbrev=0 --match 'v*' 2>/dev/null); then
  tools/node_modules/.bin/buf breaking proto --against ".git#tag=$tag,subdir=proto"
fi
echo "generated files are current"
