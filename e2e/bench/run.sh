#!/usr/bin/env bash
# Runs the comparison: the native engine, the whole service over HTTP and the fastest peer, interleaved, and
# prints the pooled table. Installs the peers' packages the first time. ROUNDS and PLAN change the run.
set -euo pipefail
cd "$(dirname "$0")"
(cd ../.. && go build -tags nodynamic -o .cache/bin/platen ./app/cmd/platen)
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
