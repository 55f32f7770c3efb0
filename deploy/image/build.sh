#!/usr/bin/env bash
# Builds the program into a folder: the same bytes for the same sources, Go release and version, wherever the
# checkout lies. Usage: build.sh FOLDER [VERSION]
set -euo pipefail
out=$1 version=${2:-${VERSION:-dev}}
cd "$(dirname "$0")/../.."
mkdir -p "$out"
export CGO_ENABLED=0 GOFLAGS= GOTOOLCHAIN=local
go build -trimpath -buildvcs=false -ldflags "-s -w -buildid= -X github.com/platenhq/platen/app.Version=$version" -o "$out/platen" ./app/cmd/platen
