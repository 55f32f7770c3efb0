#!/usr/bin/env bash
# What a new user does, from nothing but the files of a release: installs the program, the npm packages, the Python client and
# the Go module, renders, starts the service, and follows the guides. It is run by newcomer.sh in an empty home folder.
#
#   RELEASE  the folder of the release, with go/, a module proxy that has the Go module
#   GUIDES   the guides to follow, of the folder DOCS
#   VERSION  the release's
set -euo pipefail
cd "$HOME"
step() { printf '%4d s  %s\n' "$SECONDS" "$*"; }
fail() { echo "newcomer: $*" >&2; exit 1; }

step "the program, from $(uname -s)'s archive, into ~/bin"
case $(uname -m) in x86_64) arch=amd64 ;; aarch64) arch=arm64 ;; *) fail "no release for $(uname -m)" ;; esac
(cd "$RELEASE" && sha256sum --check --ignore-missing --quiet SHA256SUMS)
tar -xzf "$RELEASE/platen-$VERSION-linux-$arch.tar.gz"
mkdir -p bin
mv "platen-$VERSION-linux-$arch/platen" bin/
export PATH="$HOME/bin:$PATH"
[ "$(platen --version)" = "platen version $VERSION" ] || fail "platen --version says $(platen --version)"

step "a first image, without a service, in a folder with a space in its name"
mkdir -p "$HOME/first images"
cd "$HOME/first images"
echo '<!DOCTYPE html><h1 style="padding:80px;font-size:96px">Launch day</h1>' >card.html
platen render card.html -o card.png
[ "$(head -c 4 card.png | tail -c 3)" = PNG ] || fail 'card.png is no PNG'

step 'the npm packages: rendering in process, and the client'
mkdir -p "$HOME/project"
cd "$HOME/project"
npm init -y >/dev/null
# npm installs the optional package of the platform by itself from a registry; from files it is named.
packages=("$RELEASE/npm/platenhq-platen-$VERSION.tgz" "$RELEASE/npm/platenhq-platen-linux-$(node -p process.arch)-$VERSION.tgz")
npm install --no-audit --no-fund --loglevel=error "${packages[@]}" >/dev/null
cat >card-npm.mjs <<'JS'
import { readFile, writeFile } from "node:fs/promises";
import { render } from "@platenhq/platen/local";
const image = await render({ html: await readFile(process.argv[2], "utf8"), preset: "og", format: "png" });
await writeFile("card-npm.png", image.bytes);
JS
node card-npm.mjs "$HOME/first images/card.html"
platen render "$HOME/first images/card.html" --preset og -o card-cli.png
cmp card-npm.png card-cli.png
npx --no-install platen --version >/dev/null

step 'the Python client'
python3 -m venv "$HOME/venv"
"$HOME/venv/bin/pip" install --quiet --no-index --disable-pip-version-check "$RELEASE"/platen-*.whl
export PATH="$HOME/venv/bin:$PATH"
python3 -c 'import platen'

step 'the Go module: the client, and rendering in process'
export GOPROXY="file://$RELEASE/go,$GOPROXY" GONOSUMDB=github.com/platenhq GOFLAGS=-modcacherw
go mod init example.com/newcomer 2>/dev/null
go get "github.com/platenhq/platen/sdk/go@v$VERSION" "github.com/platenhq/platen/sdk/go/render@v$VERSION" 2>go.log || { cat go.log >&2; fail 'go get'; }
mkdir -p inprocess
cat >inprocess/main.go <<'GO'
package main

import (
	"context"
	"log"
	"os"

	"github.com/platenhq/platen/sdk/go/render"
)

func main() {
	html, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	card, err := render.New(render.Options{}).Render(context.Background(), render.Request{HTML: string(html), Width: 1200, Height: 630, Background: "#ffffff"})
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile("card-go.png", card.Bytes, 0o600); err != nil {
		log.Fatal(err)
	}
}
GO
go run ./inprocess "$HOME/first images/card.html"
cmp card-go.png card-cli.png

step 'the service, in a folder of its own'
free() { local port; while :; do port=$((20000 + RANDOM % 10000)); (: <>/dev/tcp/127.0.0.1/$port) 2>/dev/null || { echo "$port"; return; }; done; }
mkdir -p "$HOME/service"
port=$(free)
export PLATEN="http://127.0.0.1:$port"
# docs/guides/webhook-receivers.md says that a service calls its own machine with this setting.
(cd "$HOME/service" && PLATEN_ALLOW_LOOPBACK=1 exec platen serve --addr "127.0.0.1:$port" >service.log 2>&1) &
service=$!
trap 'kill $service 2>/dev/null; wait' EXIT
curl -sSf -o /dev/null --retry 120 --retry-delay 1 --retry-all-errors "$PLATEN/readyz" 2>/dev/null || { cat service/service.log >&2; fail 'the service is not ready'; }
log="$HOME/service/service.log"
LIVE_KEY=$(grep -oE 'svc_live_[A-Za-z0-9_-]+' "$log" | head -1) KEY=$(grep -oE 'svc_test_[A-Za-z0-9_-]+' "$log" | head -1)
export LIVE_KEY KEY
[ -n "$LIVE_KEY" ] && [ -n "$KEY" ] || { cat "$log" >&2; fail 'the first start printed no keys'; }
curl -sSf "$PLATEN/" | grep -qi platen || fail '/ does not say what this is'

step 'more keys, from the folder where the service runs and from another'
cd "$HOME/service"
KEYS_KEY=$(platen keys create --mode live --scopes keys:write,sign:write --json | jq -r .key)
cd "$HOME/project"
POLICY_KEY=$(platen keys create --mode live --scopes approvals:write --json | jq -r .key)
export KEYS_KEY POLICY_KEY
(cd "$HOME/service" && platen doctor >/dev/null)

for guide in $GUIDES; do
  step "the guide $guide"
  mkdir -p "$HOME/project/$guide"
  cd "$HOME/project/$guide"
  case $guide in
    self-hosting)
      # A database of PostgreSQL, as the guide begins with one.
      postgres=$(ls -d /usr/lib/postgresql/*/bin | tail -1)
      dbport=$(free)
      "$postgres/initdb" -D "$HOME/pg" -U me -A trust >/dev/null
      "$postgres/pg_ctl" -D "$HOME/pg" -w -l "$HOME/pg.log" -o "-p $dbport -c listen_addresses=127.0.0.1 -c unix_socket_directories=''" start >/dev/null
      "$postgres/createdb" -h 127.0.0.1 -p "$dbport" -U me platen
      export DATABASE_URL="postgres://me@127.0.0.1:$dbport/platen?sslmode=disable"
      ;;
    moving)
      # The packages that the reader moves from.
      echo '{"private":true,"type":"module"}' >package.json
      npm install --no-audit --no-fund --loglevel=error "${packages[@]}" $MOVING >/dev/null
      ;;
  esac
  PORT_A=$(free) PORT_B=$(free) PORT_C=$(free)
  export PORT_A PORT_B PORT_C
  { echo 'set -euo pipefail'; awk -v DIR=. -f "$DOCS/guide.awk" "$DOCS/$guide.md"; } >commands.sh
  [ "$(wc -l <commands.sh)" -gt 1 ] || fail "the guide $guide has no commands"
  bash commands.sh >output.log 2>&1 || { status=$?; cat output.log >&2; fail "the guide $guide ends with $status"; }
  if [ "$guide" = self-hosting ]; then "$postgres/pg_ctl" -D "$HOME/pg" -m fast stop >/dev/null; fi
done

step 'the service ends when it is told to'
kill -TERM $service
wait $service || fail "the service ends with $?"
trap - EXIT
step 'done'
