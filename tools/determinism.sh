#!/usr/bin/env bash
# Runs the engine's goldens, which are exact bytes, as other machines would: amd64 at levels v1 and v3, and
# arm64 under qemu. A level the processor lacks and a missing qemu are said, not hidden.
set -euo pipefail
cd "$(dirname "$0")/../modules/rendering/engine"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

run() { # name, command prefix…
  local name=$1
  shift
  "$@" "$work/$name.test" -test.run 'TestGoldens|TestSameBytes' -test.timeout 20m | tail -1 | sed "s/^/determinism $name: /"
}

GOAMD64=v1 go test -c -o "$work/amd64-v1.test" .
run amd64-v1
if grep -qw avx2 /proc/cpuinfo 2>/dev/null; then
  GOAMD64=v3 go test -c -o "$work/amd64-v3.test" .
  run amd64-v3
else
  echo 'determinism amd64-v3: skipped, this processor has no AVX2'
fi
qemu=$(command -v qemu-aarch64-static || command -v qemu-aarch64 || true)
if [ -n "$qemu" ]; then
  GOARCH=arm64 go test -c -o "$work/arm64.test" .
  run arm64 "$qemu"
else
  echo 'determinism arm64: skipped, qemu-user-static is not installed'
fi
