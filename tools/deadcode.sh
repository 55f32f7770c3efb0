#!/usr/bin/env bash
# Lists functions that nothing reaches: neither a program, nor a test, nor the programs of tools/engine. What is public
# in sdk/ is for others to reach.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
bin=.cache/bin/deadcode
(cd tools/lint && go build -o "$root/$bin" golang.org/x/tools/cmd/deadcode)
inside=$("$bin" -test -f '{{$p := .Path}}{{range .Funcs}}{{$p}}.{{.Name}} {{.Position}}{{"\n"}}{{end}}' ./...)
tools=$(cd tools/engine && "$root/$bin" -filter 'github.com/platenhq/platen/modules/rendering/engine' -f '{{$p := .Path}}{{range .Funcs}}{{$p}}.{{.Name}}{{"\n"}}{{end}}' ./...)
# Unreachable from both the tests and the tools.
dead=$(awk 'NR == FNR { dead[$1]; next } NF && ($1 in dead || $1 !~ /\/rendering\/engine\//)' <(echo "$tools") <(echo "$inside") | grep -v '/sdk/' || true)
if [ -n "$dead" ]; then
  echo "unreachable functions:"
  echo "$dead"
  exit 1
fi
