#!/usr/bin/env bash
# Fetches the viewer of the API reference, checks it and puts it where the service embeds it. Run it after changing
# the version and the checksum here, then look at /docs.
set -euo pipefail
cd "$(dirname "$0")/.."
version=1.72.1
checksum=bf091006bdc3af6067af77c2f534812e3e633e94a94e87138069f570f33b762c # of dist/browser/standalone.js

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$work" && npm pack --silent "@scalar/api-reference@$version" >/dev/null && tar xzf ./*.tgz package/dist/browser/standalone.js)
script=$work/package/dist/browser/standalone.js
echo "$checksum  $script" | sha256sum --check --quiet
gzip -9n -c "$script" >app/surface/manual/viewer/scalar.js.gz
