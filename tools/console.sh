#!/usr/bin/env bash
# Builds the console from app/console/web into app/console/dist, which is committed: it is needed only after changes to
# the console or the TypeScript client. With --check it fails when building again changes anything.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "${1:-}" = --check ] && [ -n "$(git status --porcelain -- app/console/dist)" ]; then
  echo "app/console/dist differs from the last commit already; commit it first" >&2
  exit 1
fi
cd app/console/web
if [ ! -x node_modules/.bin/vite ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
  # The lock may lack what other platforms need and a registry did not have; those are optional.
  npm ci --no-audit --no-fund --silent 2>/dev/null || npm install --no-save --no-audit --no-fund --silent
fi
npm run --silent build -- --logLevel warn
cd ../../..
if [ "${1:-}" = --check ] && [ -n "$(git status --porcelain -- app/console/dist)" ]; then
  echo "the console is not current; run 'task console' and commit app/console/dist:" >&2
  git status --porcelain -- app/console/dist >&2
  exit 1
fi
