#!/usr/bin/env bash
# Runs the comparison: the native engine, the whole service over HTTP and the fastest peer, interleaved, and
# prints the pooled table. Installs the peers' packages the first time. ROUNDS and PLAN change the run.
set -euo pipefail
cd "$(dirname "$0")"
# The linker's own file may lie in the page cache in pieces of 2 MB, of which each counts as resident when one
# byte of it was read; a copy does not, and neither does a file that was installed or read from disk.
(cd ../.. && go build -tags nodynamic -o .cache/bin/platen.linked ./app/cmd/platen && cp .cache/bin/platen.linked .cache/bin/platen.new &&
  mv .cache/bin/platen.new .cache/bin/platen && rm .cache/bin/platen.linked)
[ -d node_modules ] || npm install --no-audit --no-fund --silent
if [ ! -d fonts ]; then
  bash apt.sh >/dev/null
  /usr/bin/python3 mkfonts.py >/dev/null
fi
mkdir -p out results
file=results/$(basename "${PLAN:-plans/peers.json}" .json).jsonl
rm -f "$file"
node suite.mjs --plan "${PLAN:-plans/peers.json}" --rounds "${ROUNDS:-3}" --out "$file"
node report.mjs "$file"
