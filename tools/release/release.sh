#!/usr/bin/env bash
# Builds a release into a folder without publishing it: the program for every platform as an archive, Debian packages,
# the npm packages with the program in them, the Python client, the Helm chart, bills of materials, licences and checksums. The same
# sources and version give the same bytes. With QUICK=1 archives are larger and there is no Debian package. Usage: release.sh FOLDER VERSION [OS/ARCH …]
# RELEASE_KEY names a file with a minisign private key (release keygen, or minisign -G): SHA256SUMS is signed with it, and the
# programs know its public key. RELEASE_KEY_PASSWORD opens it when it is encrypted.
set -euo pipefail
out=$(mkdir -p "$1" && cd "$1" && pwd) version=$2
shift 2
[ $# -gt 0 ] || set -- linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.]+)?$ ]] || { echo "release: $version is not a version such as 1.2.3" >&2; exit 2; }
cd "$(dirname "$0")/../.."
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)} TZ=UTC LC_ALL=C
level=-9
[ -z "${QUICK:-}" ] || level=-1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd tools && GOOS= GOARCH= go build -o "$work/release" ./release)
if [ -n "${RELEASE_KEY:-}" ]; then
  RELEASE_KEY=$(realpath "$RELEASE_KEY")
  RELEASE_PUBLIC_KEY=$("$work/release" public "$RELEASE_KEY")
  export RELEASE_PUBLIC_KEY
fi
locks=(app/console/web/package-lock.json)

# archive FOLDER FILE: a tar.gz of a folder that depends on nothing but its content.
archive() {
  tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -C "$(dirname "$1")" -cf - "$(basename "$1")" | gzip -n "$level" >"$2"
}

# debian PROGRAM ARCH: a package of the program with its service.
debian() {
  local root="$work/deb-$2"
  install -D -m 0755 "$1" "$root/usr/bin/platen"
  install -D -m 0644 deploy/debian/platen.service "$root/usr/lib/systemd/system/platen.service"
  install -D -m 0644 deploy/debian/default "$root/etc/default/platen"
  install -D -m 0644 LICENSE "$root/usr/share/doc/platen/copyright"
  install -D -m 0644 "$work/THIRD-PARTY-LICENSES.txt" "$root/usr/share/doc/platen/THIRD-PARTY-LICENSES.txt"
  mkdir -p "$root/DEBIAN"
  echo /etc/default/platen >"$root/DEBIAN/conffiles"
  sed "s/@VERSION@/${version/-/\~}/; s/@ARCH@/$2/; s/@SIZE@/$(du -sk --apparent-size "$root/usr" | cut -f1)/" deploy/debian/control >"$root/DEBIAN/control"
  dpkg-deb --root-owner-group -Zxz --build "$root" "$out/platen_${version}_$2.deb" >/dev/null
}

npm=()
for target in "$@"; do
  os=${target%/*} arch=${target#*/} name="platen-$version-${target/\//-}"
  echo "release: $target"
  folder="$work/$name" program=platen
  GOOS=$os GOARCH=$arch bash deploy/image/build.sh "$folder" "$version"
  if [ "$os" = windows ]; then
    program=platen.exe
    mv "$folder/platen" "$folder/$program"
  fi
  "$work/release" sbom "$folder/$program" "${locks[@]}" >"$out/$name.cdx.json"
  "$work/release" licences "$folder/$program" "${locks[@]}" >"$work/THIRD-PARTY-LICENSES.txt"
  cp LICENSE NOTICE README.md "$work/THIRD-PARTY-LICENSES.txt" "$folder/"
  if [ "$os" = windows ]; then
    "$work/release" zip "$out/$name.zip" "$folder"
  else
    archive "$folder" "$out/$name.tar.gz"
  fi
  if [ "$os" = linux ] && [ -z "${QUICK:-}" ] && command -v dpkg-deb >/dev/null; then
    debian "$folder/$program" "$arch"
  fi
  node_os=$os node_arch=$arch
  [ "$os" != windows ] || node_os=win32
  [ "$arch" != amd64 ] || node_arch=x64
  npm+=("$node_os-$node_arch=$folder/$program")
done

chart="$work/platen"
cp -r deploy/helm/platen "$chart"
sed -i "s/^version: .*/version: $version/; s/^appVersion: .*/appVersion: \"$version\"/" "$chart/Chart.yaml"
archive "$chart" "$out/platen-chart-$version.tgz"

(cd sdk/typescript && npm ci --no-audit --no-fund --silent &&
  node scripts/package.mjs --out "$out/npm" --version "$version" --only "$(IFS=,; echo "${npm[*]%%=*}")" "${npm[@]/#/--binary=}")

# The Python client, with the release's version as Python writes it: 1.2.3-rc.1 is 1.2.3rc1.
if command -v python3 >/dev/null; then
  cp -r sdk/python "$work/python"
  sed -i "s/^version = .*/version = \"$(sed -E 's/-([a-z]+)\.?/\1/' <<<"$version")\"/" "$work/python/pyproject.toml"
  [ -e "$work/python/LICENSE" ] || cp LICENSE "$work/python/"
  python3 -B "$work/python/backend.py" "$out" >/dev/null
else
  echo "release: NOT BUILT: the Python client; python3 is not installed" >&2
fi

(cd "$out" && "$work/release" checksums $(find . -type f ! -path './SHA256SUMS*' | sort) >SHA256SUMS)
rm -f "$out/SHA256SUMS.minisig"
if [ -n "${RELEASE_KEY:-}" ]; then
  "$work/release" sign "$RELEASE_KEY" "$out/SHA256SUMS" "platen $version"
else
  echo "release: SHA256SUMS is not signed; RELEASE_KEY names no key" >&2
fi
echo "release: $(wc -l <"$out/SHA256SUMS") files in $out"
