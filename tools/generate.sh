#!/usr/bin/env bash
# Writes everything that is generated: Go and TypeScript from the protos, the REST document from the protos and
# proto/openapi/paths, the REST router from the document. The results are committed, so only those who
# change a contract need this. Versions are pinned in tools/go.mod and tools/package-lock.json.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
mkdir -p .cache/bin .cache/buf/buf

echo "generators"
(cd tools && go build -o "$root/.cache/bin/" google.golang.org/protobuf/cmd/protoc-gen-go \
  connectrpc.com/connect/cmd/protoc-gen-connect-go github.com/ogen-go/ogen/cmd/ogen)
if [ ! -x tools/node_modules/.bin/buf ] || [ tools/package-lock.json -nt tools/node_modules/.package-lock.json ]; then
  (cd tools && npm ci --no-audit --no-fund --silent)
fi
buf="$root/tools/node_modules/.bin/buf"

# buf reads no path outside its workspace but follows links: the rules' own proto comes from the module cache.
rules=$(cd tools && go mod download -json github.com/bufbuild/protovalidate@v1.2.2 | sed -n 's/.*"Dir": "\(.*\)".*/\1/p')
ln -sfn "$rules/proto/protovalidate/buf/validate" .cache/buf/buf/validate

echo "protos"
"$buf" lint
"$buf" format --exit-code --diff proto
"$buf" generate
"$buf" build -o .cache/descriptors.binpb

echo "REST document"
(cd proto/openapi && go run ./generate -descriptors "$root/.cache/descriptors.binpb" \
  -server "$root/.cache/rest-server.json")

echo "REST router"
# ogen's log is shown only when it fails.
if ! .cache/bin/ogen --config tools/ogen-server.yml --target app/surface/rest/internal/oas --package oas --clean .cache/rest-server.json >.cache/ogen.log 2>&1; then
  cat .cache/ogen.log
  exit 1
fi

echo "reference pages"
go run ./app/cmd/reference

echo "Python client"
go run ./sdk/python/generate sdk/python/platen
