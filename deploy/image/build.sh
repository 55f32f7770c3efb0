#!/usr/bin/env bash
# Builds the program into a folder: the same bytes for the same sources, Go release and version, wherever the
# checkout lies. Usage: build.sh FOLDER [VERSION]. RELEASE_PUBLIC_KEY, a minisign public key, is what platen verify-release
# checks later releases with.
set -euo pipefail
out=$1 version=${2:-${VERSION:-dev}}
cd "$(dirname "$0")/../.."
mkdir -p "$out"
export CGO_ENABLED=0 GOFLAGS= GOTOOLCHAIN=local
# gRPC's traces are pages of text/template, which keeps 16 MB of methods that nothing calls (app/surface/review/page.go).
go build -tags grpcnotrace -trimpath -buildvcs=false -ldflags "-s -w -buildid= -X github.com/platenhq/platen/app.linkedVersion=$version -X github.com/platenhq/platen/app.ReleaseKey=${RELEASE_PUBLIC_KEY:-}" -o "$out/platen" ./app/cmd/platen
