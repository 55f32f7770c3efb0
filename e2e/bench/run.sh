#!/usr/bin/env bash
# Runs the comparison of the native engine, the whole service over HTTP and the fastest peer, interleaved, and
# prints the pooled table. Installs the peers' packages on the first run. ROUNDS and PLAN configure the run.
set -euo pipefail
cd "$(dirname "$0")"
# The file written by the linker may be in the page cache as 2 MB pages, each of which counts as resident once one
# byte of it was read; a copy is not, and neither is a file that was installed or read from disk.
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
