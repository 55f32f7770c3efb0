#!/usr/bin/env bash
# Runs a new user's session (session.sh) from the files of a release, and says what it could not show. Usage:
#
#   newcomer.sh short   an empty home folder; the caches of compilers and npm are the machine's; the guides of the three languages
#   newcomer.sh full    a file system of nothing but the distribution's packages, empty caches, the Debian package, every guide
#
# RELEASE names the folder of a release that `task release` built, VERSION its version; without them one is built.
# The full form needs root, apt-get and unshare; where they are missing, it runs in an empty home folder.
set -euo pipefail
cd "$(dirname "$0")/../.."
form=${1:-full} version=${VERSION:-0.1.0}
[ "$form" = short ] || [ "$form" = full ] || { echo 'usage: newcomer.sh short|full' >&2; exit 2; }
work=$(mktemp -d)
chmod 0755 "$work"
trap 'rm -rf "$work"' EXIT
uncovered() { echo "NOT COVERED: $*"; }
for program in node npm go python3 curl jq openssl tar; do
  command -v "$program" >/dev/null || { uncovered "the session: it needs $program (tools/setup.sh --ci)"; exit 0; }
done
python3 -c 'import sys, venv, ensurepip; assert sys.version_info >= (3, 11)' 2>/dev/null || { uncovered 'the session: it needs Python 3.11 with venv'; exit 0; }

arch=$(go env GOARCH) release="$work/release"
if [ -n "${RELEASE:-}" ]; then
  cp -r "$RELEASE" "$release"
else
  # What the session does not use, and how small archives are, takes most of a release's time.
  [ "$form" = full ] || export QUICK=1
  bash tools/release/release.sh "$release" "$version" "linux/$arch"
fi
(cd tools && go run ./release module "$release/go" "v$version" ..)
mkdir "$work/docs"
cp docs/guides/*.md tools/newcomer/guide.awk tools/newcomer/session.sh "$work/docs/"
moving=$(node -p 'Object.entries(JSON.parse(require("node:fs").readFileSync("e2e/guides/packages/moving/package.json")).dependencies).map((d) => d.join("@")).join(" ")')
guides='quickstart signing-offline webhook-receivers'
[ "$form" = short ] || guides="$guides formats films pages approvals og-images moving self-hosting"
settings=(VERSION="$version" GUIDES="$guides" MOVING="$moving" GOPROXY="$(go env GOPROXY)" GOTOOLCHAIN=local LANG=C.UTF-8 npm_config_fetch_retries=1 npm_config_update_notifier=false)

if [ "$form" = full ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null && command -v unshare >/dev/null; then
  root="$work/root"
  # What a machine of Debian has beside the image's packages; Node and Go are the machine's own, as users install them.
  cat deploy/image/packages - >"$work/packages" <<<'curl jq openssl gzip tar gawk diffutils procps dpkg python3 python3-venv libstdc++6 qpdf poppler-utils ffmpeg'
  PACKAGES="$work/packages" bash deploy/image/assemble.sh "$root" "$release/platen-$version-linux-$arch.cdx.json" "$PWD/.cache/newcomer/packages" slim
  rm "$root/usr/local/bin/platen" # the image's program; a newcomer's comes from the release
  mkdir -p "$root"/{home/me,release,docs,usr/local/go,usr/local/lib/node_modules/npm,var/lib/dpkg/{info,updates,triggers}}
  ln -sf gawk "$root/usr/bin/awk"
  : >"$root/var/lib/dpkg/status"
  echo "the Debian package, with dpkg"
  deb="$release/platen_${version}_$arch.deb"
  dpkg --root="$root" --force-depends --install "$deb" >/dev/null 2>&1 # the root's packages are unpacked, not installed
  chroot "$root" /usr/bin/platen --version
  [ -f "$root/usr/lib/systemd/system/platen.service" ] && [ -f "$root/etc/default/platen" ]
  dpkg --root="$root" --purge platen >/dev/null 2>&1
  [ ! -e "$root/usr/bin/platen" ] && [ ! -e "$root/etc/default/platen" ]
  cp "$(readlink -f "$(command -v node)")" "$root/usr/local/bin/node"
  for name in npm npx; do ln -s "../lib/node_modules/npm/bin/$name-cli.js" "$root/usr/local/bin/$name"; done
  ln -s ../go/bin/go "$root/usr/local/bin/go"
  npm=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
  chown 10001:10001 "$root/home/me"
  unshare --mount --pid --fork --kill-child --propagation private -- "$BASH" -euc '
    root=$1 release=$2 docs=$3 go=$4 npm=$5
    shift 5
    mount --bind "$release" "$root/release"
    mount --bind "$docs" "$root/docs"
    mount --bind "$go" "$root/usr/local/go"
    mount --bind "$npm" "$root/usr/local/lib/node_modules/npm"
    mount -t proc proc "$root/proc"
    mount -t tmpfs -o mode=0755,nosuid tmpfs "$root/dev"
    for node in null zero full random urandom; do : >"$root/dev/$node"; mount --bind "/dev/$node" "$root/dev/$node"; done
    mkdir "$root/dev/shm"
    mount -t tmpfs -o mode=1777,nosuid,nodev tmpfs "$root/dev/shm"
    mount -t tmpfs -o mode=1777,nosuid,nodev tmpfs "$root/tmp"
    ln -s /proc/self/fd "$root/dev/fd"
    for file in hosts resolv.conf ssl/certs/ca-certificates.crt; do
      [ -e "/etc/$file" ] && [ -e "$root/etc/$file" ] && mount --bind "/etc/$file" "$root/etc/$file"
    done
    exec chroot --userspec=10001:10001 "$root" /usr/bin/env -i PATH=/usr/local/bin:/usr/bin:/bin HOME=/home/me NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt RELEASE=/release DOCS=/docs "$@" bash /docs/session.sh
  ' newcomer "$root" "$release" "$work/docs" "$(go env GOROOT)" "$npm" "${settings[@]}"
  uncovered "other distributions, macOS and Windows; the container image (task image:test); the sites of og-images (go test ./e2e/guides)"
else
  [ "$form" = short ] || uncovered 'a fresh file system and the Debian package: they need root, apt-get and unshare'
  mkdir "$work/home" "$work/bin"
  for program in bash sh env awk base64 basename basenc cat chmod cmp cp cut date dirname grep head kill ls mkdir mktemp mv rm od sed seq sha256sum sleep sort tail tar gzip test touch tr uname wc xargs \
    curl jq openssl node npm npx go python3 git qpdf pdftotext ffmpeg; do
    # Version managers put scripts into PATH that need their own home folder.
    case $program in
      python3) path=$(python3 -c 'import sys; print(sys.executable)') ;;
      node) path=$(node -p process.execPath) ;;
      *) path=$(command -v "$program") || continue ;;
    esac
    [ -x "$path" ] && printf '#!%s\nexec %q "$@"\n' "$BASH" "$path" >"$work/bin/$program" && chmod +x "$work/bin/$program"
  done
  # PostgreSQL refuses root.
  [ "$(id -u)" != 0 ] || { guides=${guides% self-hosting}; [ "$form" = short ] || uncovered 'the guide self-hosting: PostgreSQL refuses root'; }
  shared=()
  [ "$form" != short ] || shared=(GOCACHE="$(go env GOCACHE)" GOMODCACHE="$(go env GOMODCACHE)" npm_config_cache="$(npm config get cache 2>/dev/null)" npm_config_prefer_offline=true)
  env -i PATH="$work/bin" HOME="$work/home" RELEASE="$release" DOCS="$work/docs" "${settings[@]}" GUIDES="$guides" "${shared[@]}" "$BASH" "$work/docs/session.sh"
  [ "$form" != short ] || uncovered 'a fresh file system, the Debian package, empty caches and the other guides: task newcomer'
fi
