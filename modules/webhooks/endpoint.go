package webhooks

import (
	"net/url"
	"strings"
	"time"

	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/webhooks/internal/store"
)

// Webhook is a URL that receives events.
type Webhook struct {
	ID          string
	Mode        ident.Mode
	URL         string
	Events      []string
	Description string
	// BrandID limits it to the events of one brand; "" is no limit.
	BrandID   string
	Enabled   bool
	CreatedAt time.Time
	UpdatedAt time.Time
	// PreviousUntil is the end of the grace period of a rotation, nil outside one.
	PreviousUntil *time.Time
	// Secret is set in the results of Create and Rotate only.
	Secret string
}

func webhook(e *store.Endpoint) Webhook {
	w := Webhook{ID: e.ID, Mode: modeOf(e.Livemode), URL: e.URL, Events: e.Events, Description: e.Description, BrandID: e.BrandID,
		Enabled: e.Enabled, CreatedAt: e.CreatedAt, UpdatedAt: e.UpdatedAt}
	if e.InGrace {
		w.PreviousUntil = e.PreviousUntil
	}
	return w
}

func modeOf(livemode bool) ident.Mode {
	if livemode {
		return ident.Live
	}
	return ident.Test
}

// urlKey returns the normalized form of a URL, for comparison: scheme and host in lower case, no default port,
// no fragment, "/" for an empty path (RFC 3986 section 6.2).
func urlKey(u *url.URL) string {
	k := *u
	k.Scheme, k.Host, k.Fragment, k.RawFragment = strings.ToLower(u.Scheme), strings.ToLower(u.Host), "", ""
	for scheme, port := range map[string]string{"https": ":443", "http": ":80"} {
		if k.Scheme == scheme {
			k.Host = strings.TrimSuffix(k.Host, port)
		}
	}
	if k.Path == "" {
		k.Path = "/"
	}
	return k.String()
}

// NewWebhook holds the properties of a webhook to create.
type NewWebhook struct {
	URL         string
	Events      []string // empty: render.completed and render.failed
	Description string
	BrandID     string
	Enabled     bool
}

// Change holds the changes to a webhook; a nil field is unchanged.
type Change struct {
	URL         *string
	Events      []string
	Description *string
	BrandID     *string // "": every brand
	Enabled     *bool
}
