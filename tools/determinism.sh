#!/usr/bin/env bash
# Compares what other processors render, byte by byte: amd64 at levels v1 and v3, and arm64 and riscv64 under qemu. They
# pass the goldens of the engine and of the image generator, and write every Nth document of a corpus of some 760
# (e2e/determinism) in every format: tools/determinism.sh [N], 100 by default, 1 for all. A level that the processor lacks
# and a missing qemu are reported, not hidden.
set -euo pipefail
cd "$(dirname "$0")/.."
every=${1:-100}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
corpus=(modules/rendering/engine/testdata/goldens e2e/fidelity/cards)

# check runs the goldens and the corpus as one machine: name, command prefix…
check() {
  local name=$1
  shift
  for folder in modules/rendering/engine modules/ai/art; do
    go test -c -o "$work/$name.test" "./$folder"
    (cd "$folder" && "$@" "$work/$name.test" -test.run 'TestGoldens|TestSameBytes' -test.timeout 20m | tail -1 | sed "s|^|determinism $name $folder: |")
  done
  go build -o "$work/$name.corpus" ./e2e/determinism
  "$@" "$work/$name.corpus" -every "$every" "${corpus[@]}" >"$work/$name.txt" 2>"$work/$name.count"
  sed "s|^|determinism $name corpus: |" "$work/$name.count"
  if [ "$name" != amd64-v1 ] && ! diff "$work/amd64-v1.txt" "$work/$name.txt" >"$work/$name.diff"; then
    head -20 "$work/$name.diff"
    echo "determinism $name corpus: FAIL, files differ from those of amd64-v1"
    return 1
  fi
}

GOARCH=amd64 GOAMD64=v1 check amd64-v1
if grep -q 'error: ' "$work/amd64-v1.txt"; then
  grep -m 5 'error: ' "$work/amd64-v1.txt"
  echo "determinism corpus: FAIL, documents that do not render"
  exit 1
fi
if grep -qw avx2 /proc/cpuinfo 2>/dev/null; then
  GOARCH=amd64 GOAMD64=v3 check amd64-v3
else
  echo "determinism amd64-v3: skipped, this processor has no AVX2"
fi
for machine in arm64:aarch64 riscv64:riscv64; do
  arch=${machine%:*} emulator=qemu-${machine#*:}
  emulator=$(command -v "$emulator-static" || command -v "$emulator" || true)
  if [ -n "$emulator" ]; then
    GOARCH=$arch check "$arch" "$emulator"
  else
    echo "determinism $arch: skipped, qemu-user-static is not installed"
  fi
done
