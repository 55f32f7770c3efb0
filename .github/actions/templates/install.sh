#!/usr/bin/env bash
# Installs the platen of a release ($VERSION, or "latest") and checks its hash.
set -euo pipefail
if command -v platen >/dev/null; then
  platen --version
  exit 0
fi
repository=platenhq/platen
if [ "$VERSION" = latest ]; then
  VERSION=$(gh release view --repo "$repository" --json tagName --jq .tagName)
fi
VERSION=${VERSION#v}
case "$(uname -s)-$(uname -m)" in
  Linux-x86_64) platform=linux-amd64 ;;
  Linux-aarch64) platform=linux-arm64 ;;
  Darwin-x86_64) platform=darwin-amd64 ;;
  Darwin-arm64) platform=darwin-arm64 ;;
  *)
    echo "::error::There is no platen for $(uname -s) $(uname -m); use a Linux or macOS runner."
    exit 1
    ;;
esac
name=platen-$VERSION-$platform
cd "$RUNNER_TEMP"
gh release download "v$VERSION" --repo "$repository" --pattern "$name.tar.gz" --pattern SHA256SUMS --clobber
grep " $name.tar.gz\$" SHA256SUMS | { command -v sha256sum >/dev/null && sha256sum --check || shasum -a 256 --check; }
tar -xzf "$name.tar.gz"
echo "$RUNNER_TEMP/$name" >>"$GITHUB_PATH"
