#!/usr/bin/env bash
# Runs the goldens of the engine and of the picture generator, which are exact bytes, as other machines would:
# amd64 at levels v1 and v3, and arm64 and riscv64 under qemu. A level the processor lacks and a missing qemu are
# said, not hidden.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

run() { # name, package folder, command prefix…
  local name=$1 folder=$2
  shift 2
  (cd "$folder" && "$@" "$work/test" -test.run 'TestGoldens|TestSameBytes' -test.timeout 20m | tail -1 | sed "s|^|determinism $name $folder: |")
}

for folder in modules/rendering/engine modules/ai/art; do
  GOAMD64=v1 go test -c -o "$work/test" "./$folder"
  run amd64-v1 "$folder"
  if grep -qw avx2 /proc/cpuinfo 2>/dev/null; then
    GOAMD64=v3 go test -c -o "$work/test" "./$folder"
    run amd64-v3 "$folder"
  else
    echo "determinism amd64-v3 $folder: skipped, this processor has no AVX2"
  fi
  for machine in arm64:aarch64 riscv64:riscv64; do
    arch=${machine%:*} emulator=qemu-${machine#*:}
    emulator=$(command -v "$emulator-static" || command -v "$emulator" || true)
    if [ -n "$emulator" ]; then
      GOARCH=$arch go test -c -o "$work/test" "./$folder"
      run "$arch" "$folder" "$emulator"
    else
      echo "determinism $arch $folder: skipped, qemu-user-static is not installed"
    fi
  done
done
