#!/usr/bin/env bash
# Runs a command in an assembled file system as a container engine would: its own processes and mounts, the root
# file system read-only, /tmp in memory, one volume at /data, no user but 10001, no capability, no new privileges.
# The network is the machine's. It needs root. Usage: [NAME=value …] enter.sh ROOT DATA COMMAND…
set -euo pipefail
root=$(cd "$1" && pwd) data=$(mkdir -p "$2" && cd "$2" && pwd)
shift 2
chown 10001:10001 "$data"
chmod 0700 "$data"
exec unshare --mount --pid --fork --kill-child --propagation private -- "$BASH" -euc '
  root=$1 data=$2
  shift 2
  mount --bind "$root" "$root"
  mount --bind "$data" "$root/data"
  mount -t tmpfs -o mode=1777,nosuid,nodev tmpfs "$root/tmp"
  mount -t proc proc "$root/proc"
  mount -t tmpfs -o mode=0755,nosuid tmpfs "$root/dev"
  for node in null zero full random urandom; do
    : >"$root/dev/$node"
    mount --bind "/dev/$node" "$root/dev/$node"
  done
  mkdir "$root/dev/shm"
  mount -t tmpfs -o mode=1777,nosuid,nodev tmpfs "$root/dev/shm"
  for link in fd:/proc/self/fd stdin:/proc/self/fd/0 stdout:/proc/self/fd/1 stderr:/proc/self/fd/2; do
    ln -s "${link#*:}" "$root/dev/${link%%:*}"
  done
  # The machine'"'"'s names, as a container engine gives them.
  for file in hosts resolv.conf; do
    [ -e "/etc/$file" ] && [ -e "$root/etc/$file" ] && mount --bind "/etc/$file" "$root/etc/$file"
  done
  mount -o remount,bind,ro "$root"
  cd "$root"
  # A pivot and no chroot: user namespaces, which Chromium makes its sandbox of, are not to be had in a chroot.
  pivot_root . mnt
  umount -l /mnt
  exec env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/data PLATEN_DATA_DIR=/data \
    PLATEN_ADDR="${PLATEN_ADDR:-0.0.0.0:8080}" PLATEN_DRAIN_DELAY="${PLATEN_DRAIN_DELAY:-5s}" \
    setpriv --reuid 10001 --regid 10001 --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all -- /usr/bin/tini -- "$@"
' enter "$root" "$data" "$@"
