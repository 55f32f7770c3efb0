#!/bin/sh
# Gives a root file system the user that the service runs as and the folder of its data. Usage: prepare.sh [ROOT]
set -eu
root=${1:-}
grep -q '^platen:' "$root/etc/group" || echo 'platen:x:10001:' >>"$root/etc/group"
grep -q '^platen:' "$root/etc/passwd" || echo 'platen:x:10001:10001:Platen:/data:/usr/sbin/nologin' >>"$root/etc/passwd"
mkdir -p "$root/data"
chown 10001:10001 "$root/data"
chmod 0700 "$root/data"
# PostgreSQL runs without compiling queries: the compiler is its largest part, and no query here is long.
rm -rf "$root"/usr/lib/postgresql/*/lib/bitcode "$root"/usr/lib/postgresql/*/lib/llvmjit* "$root"/usr/lib/*/libLLVM-14.so* "$root"/usr/lib/*/libz3.so*
# A service needs no documentation, translations, sources of locales, nor the Perl of the cluster scripts.
rm -rf "$root"/usr/share/locale/* "$root"/usr/share/man/* "$root"/usr/share/postgresql/*/man "$root"/usr/share/doc/*/changelog* \
  "$root"/usr/share/i18n "$root"/usr/share/perl "$root"/usr/lib/*/perl
