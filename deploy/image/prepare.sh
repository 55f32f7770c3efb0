#!/bin/sh
# Gives a root file system the user that the service runs as and the folder of its data. Usage: prepare.sh [ROOT]
set -eu
root=${1:-}
grep -q '^platen:' "$root/etc/group" || echo 'platen:x:10001:' >>"$root/etc/group"
grep -q '^platen:' "$root/etc/passwd" || echo 'platen:x:10001:10001:Platen:/data:/usr/sbin/nologin' >>"$root/etc/passwd"
mkdir -p "$root/data"
chown 10001:10001 "$root/data"
chmod 0700 "$root/data"
