#!/usr/bin/env bash
# Fuzzes every target for a time each: tools/fuzz.sh 5s [pattern of targets]. An input that fails is written by go test into
# the package's testdata/fuzz, to be committed with the fix. With FUZZ_KEEP=n up to n inputs that reached new code, the smallest
# first, are copied from Go's cache into testdata/fuzz, where go test replays them. FUZZ_JOBS=n runs n targets side by side.
set -euo pipefail
cd "$(dirname "$0")/.."
export FUZZ_TIME=${1:?usage: tools/fuzz.sh TIME [PATTERN]}
pattern=${2:-.}
jobs=${FUZZ_JOBS:-1}
targets=$(git grep -oE '^func Fuzz[A-Za-z0-9_]+' -- '*_test.go' | sed -E 's|^(.*)/[^/]+:func (.*)$|\1 \2|' | grep -E "$pattern" || true)
[ -n "$targets" ] || { echo "no fuzz target matches $pattern" >&2; exit 1; }
FUZZ_MODULE=$(go list -m)
export FUZZ_MODULE

# fuzz runs one target. Without a bound on minimizing, go test spends the whole time on one interesting input.
fuzz() {
  go test "./$1" -run '^$' -fuzz "^$2\$" -fuzztime "$FUZZ_TIME" -fuzzminimizetime 50x -parallel "${FUZZ_PARALLEL:-2}" 2>&1
}

# report runs one target, keeps what it found and prints one line, or the end of the output of a failure.
report() {
  local dir=$1 target=$2 began out ok
  began=$(date +%s)
  out=$(fuzz "$dir" "$target") && ok=1 || ok=0
  # A worker that is busy when the time is over is reported as a failure without an input.
  if [ $ok = 0 ] && grep -q 'context deadline exceeded' <<<"$out" && ! grep -q 'Failing input' <<<"$out"; then
    out=$(fuzz "$dir" "$target") && ok=1 || ok=0
  fi
  if [ "${FUZZ_KEEP:-0}" -gt 0 ] && [ -d "$(go env GOCACHE)/fuzz/$FUZZ_MODULE/$dir/$target" ]; then
    mkdir -p "$dir/testdata/fuzz/$target"
    find "$(go env GOCACHE)/fuzz/$FUZZ_MODULE/$dir/$target" -type f -size -2k -printf '%s %p\n' | sort -n | head -n "$FUZZ_KEEP" | cut -d' ' -f2- |
      xargs -r cp -n -t "$dir/testdata/fuzz/$target" 2>/dev/null || true
    rmdir --ignore-fail-on-non-empty "$dir/testdata/fuzz/$target"
  fi
  if [ $ok = 1 ]; then
    # The instrumented build of a package makes the first run of its targets slower.
    echo "ok    $dir $target, $(grep -oE 'execs: [0-9]+' <<<"$out" | tail -1), $(($(date +%s) - began)) s"
    return 0
  fi
  printf '%s\nFAIL  %s %s\n' "$(tail -40 <<<"$out")" "$dir" "$target"
  return 1
}
export -f fuzz report

# xargs exits with 123 when a target failed, after it has run the others.
xargs -P "$jobs" -L 1 bash -c 'report "$@"' report <<<"$targets"
