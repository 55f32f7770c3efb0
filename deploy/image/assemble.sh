#!/usr/bin/env bash
# Assembles the file system of the image without a container engine: the same packages of the distribution, unpacked
# into a folder, with the program. It needs apt-get and dpkg-deb, and changes nothing of the machine.
# Usage: [PACKAGES=FILE] assemble.sh ROOT PROGRAM CACHE [slim|full]
set -euo pipefail
root=$1 program=$2 cache=$(mkdir -p "$3" && cd "$3" && pwd) tag=${4:-full}
cd "$(dirname "$0")"

# What debian:bookworm-slim has of it; maintainer scripts do not run, so that only what programs need counts.
base='base-files base-passwd bash coreutils dash debianutils findutils grep hostname libc-bin login mount sed util-linux'
packages="$base $(grep -v '^#' "${PACKAGES:-packages}")"
[ "$tag" = slim ] || packages="$packages $(grep -v '^#' packages.full)"

mkdir -p "$cache/archives/partial" "$cache/state"
: >"$cache/state/status"
apt-get -q -y -o Dir::State::status="$cache/state/status" -o Dir::Cache::archives="$cache/archives" -o Debug::NoLocking=1 \
  -o APT::Sandbox::User=root -o APT::Install-Recommends=0 --download-only install $packages >"$cache/log" 2>&1 ||
  { tail -5 "$cache/log" >&2; exit 1; }

rm -rf "$root"
mkdir -p "$root"
for deb in "$cache"/archives/*.deb; do
  dpkg-deb --extract "$deb" "$root"
done
# What the scripts of the packages would have done, as far as programs notice.
cp "$root/usr/share/base-passwd/passwd.master" "$root/etc/passwd"
cp "$root/usr/share/base-passwd/group.master" "$root/etc/group"
(cd "$root" && for folder in usr/lib/*/blas usr/lib/*/lapack; do [ -d "$folder" ] && echo "/$folder"; done; true) >"$root/etc/ld.so.conf.d/alternatives.conf"
ldconfig -r "$root"
cat "$root"/usr/share/ca-certificates/mozilla/*.crt >"$root/etc/ssl/certs/ca-certificates.crt"
sh ./prepare.sh "$root"
mkdir -p "$root"/{proc,dev,tmp,sys,mnt,run,usr/local/bin}
: >>"$root/etc/hosts" && : >>"$root/etc/resolv.conf"
printf 'passwd: files\ngroup: files\nhosts: files dns\n' >"$root/etc/nsswitch.conf"
install -m 0755 "$program" "$root/usr/local/bin/platen"
