package app

import (
	"context"
	"errors"
	"fmt"

	"github.com/platenhq/platen/modules/auth"
	"github.com/platenhq/platen/modules/platform/ident"
)

// firstCredits is what the default workspace begins with.
const firstCredits = 10_000

// firstKeys are the texts of the keys made at the first start, shown once; nil at any other start.
type firstKeys struct{ live, test string }

// firstStart makes the workspace `default` with credits and two keys when the installation has none. Of
// processes that start together one does it.
func (a *App) firstStart(ctx context.Context) (*firstKeys, error) {
	var keys *firstKeys
	err := a.DB.InTx(ctx, func(ctx context.Context) error {
		ws, err := a.CreateWorkspace(ctx, auth.DefaultWorkspace)
		if errors.Is(err, auth.ErrNameTaken) {
			return nil
		}
		if err != nil {
			return err
		}
		if _, err := a.GrantCredits(ctx, ws.ID, firstCredits, "first start"); err != nil {
			return err
		}
		made := &firstKeys{}
		for _, k := range []struct {
			mode ident.Mode
			text *string
		}{{ident.Live, &made.live}, {ident.Test, &made.test}} {
			if *k.text, err = a.MintKeyIn(ctx, auth.NewKey{Workspace: ws.ID, Mode: k.mode, Name: "first " + string(k.mode) + " key"}); err != nil {
				return err
			}
		}
		keys = made
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("making the default workspace: %w", err)
	}
	return keys, nil
}

// welcome tells the person at the terminal how to begin.
func (a *App) welcome(k *firstKeys) {
	if a.role == Worker {
		fmt.Fprintf(a.out, "\nPlaten %s works jobs; probes at %s\n", Version, baseURLFor(a.server.Addr()))
		return
	}
	fmt.Fprintf(a.out, "\nPlaten %s serves %s\n", Version, a.URL())
	if k == nil {
		fmt.Fprintf(a.out, "\n  platen keys create --mode test    makes another key\n\n")
		return
	}
	fmt.Fprintf(a.out, `
  live key  %s   (charges credits; the workspace "default" has %d)
  test key  %s   (free, watermarked)
  console   %s/console

These keys are shown this once. Your first card:

  curl -sS %s/api/v1/facade/generate \
    -H "Authorization: Bearer %s" -H "Content-Type: application/json" -H "Accept: image/png" \
    -d '%s' -o card.png

`, k.live, firstCredits, k.test, a.URL(), a.URL(), k.live, firstCard)
}

// firstCard is the request of the welcome text; a test sends it.
const firstCard = `{"operation":"preview","outputs":[{"name":"card","preset":"og","format":"png"}],"html":"<div class=\"card\"><p class=\"tag\">PLATEN</p><h1>Hello, picture</h1><p class=\"sub\">One request, one deterministic 1200×630 card.</p></div>","css":"body{margin:0}.card{width:1200px;height:630px;box-sizing:border-box;padding:88px;display:flex;flex-direction:column;justify-content:center;background:linear-gradient(135deg,#0F172A,#1E3A8A 55%,#38BDF8);color:#F8FAFC;font-family:Inter}.tag{margin:0 0 24px;font-size:26px;font-weight:600;letter-spacing:8px;color:#7DD3FC}h1{margin:0 0 24px;font-size:104px;line-height:1.05;font-weight:800}.sub{margin:0;font-size:36px;color:#CBD5E1}"}`
