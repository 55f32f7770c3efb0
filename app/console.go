package app

import (
	"net/http"
	"net/netip"

	"github.com/platenhq/platen/app/console"
	"github.com/platenhq/platen/app/review"
	"github.com/platenhq/platen/app/session"
	"github.com/platenhq/platen/modules/platform/rpc"
)

// consolePages are the console, whose calls go to service and which shows the proofs of the review pages.
func (a *App) consolePages(service http.Handler, reviews *review.Pages, trusted []netip.Prefix) (http.Handler, error) {
	sessions := session.New(a.Auth, a.Secrets, a.Config.BaseURL, func(r *http.Request) netip.Addr { return rpc.ClientIP(r, trusted) })
	return console.New(console.Config{Sessions: sessions.Strict(console.Cookie), Service: service, Proof: reviews.ServeProof})
}
