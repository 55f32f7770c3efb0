#!/usr/bin/env bash
# Looks for known vulnerabilities in the functions that the program calls. The database is that of the Go project, or
# GOVULNDB. When it is unreachable, the script prints NOT CHECKED and fails only with VULNERABILITIES_REQUIRED=1.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
(cd tools/lint && go build -o "$root/.cache/bin/govulncheck" golang.org/x/vuln/cmd/govulncheck)
status=0
out=$(.cache/bin/govulncheck ${GOVULNDB:+-db "$GOVULNDB"} ./app/... ./sdk/go/... 2>&1) || status=$?
case $status in
0 | 3) # 3: vulnerabilities were found
  echo "$out"
  exit "$status"
  ;;
esac
if grep -qE 'fetching vulnerabilities|vuln\.go\.dev|HTTP|dial|lookup|no such host|connection refused|timeout' <<<"$out"; then
  echo "NOT CHECKED: the vulnerability database cannot be reached (set GOVULNDB to a mirror, or file:///… to a copy): $(tail -1 <<<"$out")" >&2
  [ "${VULNERABILITIES_REQUIRED:-0}" != 1 ]
  exit
fi
echo "$out" >&2
exit "$status"
