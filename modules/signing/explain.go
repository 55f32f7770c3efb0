package signing

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/signing/internal/store"
)

// Part is the part of a URL that a problem concerns.
type Part string

// The parts of a URL.
const (
	PartOrigin    Part = "origin"
	PartPath      Part = "path"
	PartKID       Part = "kid"
	PartKey       Part = "key"
	PartSignature Part = "signature"
	PartQuery     Part = "query"
	PartTemplate  Part = "template"
	PartExpiry    Part = "expiry"
	PartContent   Part = "content"
	PartImage     Part = "image"
)

// Problem is a reason why a URL does not work.
type Problem struct {
	Part    Part
	Message string
	// Fix describes how to correct the URL, "" if that is unknown.
	Fix string
}

// State is the state of a URL's image.
type State string

// The states of an image.
const (
	NotFetched State = "not_fetched"
	Rendered   State = "rendered"
	Failed     State = "failed"
)

// Explanation describes a URL. It contains no secret, and no signature but the URL's own.
type Explanation struct {
	// Works reports whether a fetch passes the checks of the URL; Verifies whether the key signed it.
	Works, Verifies bool
	Problems        []Problem
	Form            string // "stored", "inline" or "simple"; "" if it is not a signed URL
	KID             string
	KeyStatus       Status    // "" for a key that the tenant does not have
	ExpiresAt       time.Time // zero for never
	// Content is the content of the URL, State and ImageID describe its image; they are set only if the URL verifies.
	Content []byte
	State   State
	ImageID string
}

func (e *Explanation) problem(part Part, message, fix string) {
	e.Problems = append(e.Problems, Problem{part, message, fix})
}

// Explain describes a URL to a caller of its workspace and mode. A URL of another tenant is explained like one of an
// unknown tenant. It renders nothing and does not count as a fetch.
func (m *Module) Explain(ctx context.Context, text string) (*Explanation, error) {
	t, err := tenantOf(ctx) // the content may be of any brand
	if err != nil {
		return nil, err
	}
	e := &Explanation{}
	a, ok := m.readAddress(e, text)
	if !ok {
		return e, nil
	}
	row, err := m.store.KeyByKID(ctx, a.kid)
	if err != nil && !store.IsGone(err) {
		return nil, err
	}
	if err != nil || row.WorkspaceID != string(t.Workspace()) || row.Livemode != t.Livemode() {
		e.problem(PartKID, "No signing key of this workspace and mode has the id "+strconv.Quote(a.kid)+".", "Mint the URL with a key that GET /api/v1/signing-keys lists, or ask with an API key of the mode that the URL is of.")
		return e, nil
	}
	e.KeyStatus = key(row).Status
	k, err := m.key(ctx, a.kid)
	if err != nil {
		return nil, err
	}
	if e.Verifies = a.verify(k.secret); !e.Verifies {
		if err := m.findDifference(ctx, e, &a, k.secret); err != nil {
			return nil, err
		}
	}
	if e.KeyStatus == Revoked {
		e.problem(PartKey, "The signing key is revoked, and with it every URL that it signed.", "Mint the URL again with an active key.")
	}
	if err := m.checkExpiry(ctx, e, &a); err != nil {
		return nil, err
	}
	e.Works = !slices.ContainsFunc(e.Problems, func(p Problem) bool { return p.Part != PartOrigin })
	if e.Verifies {
		if err := m.explainContent(ctx, e, k, &a); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// readAddress parses the text of a URL and reports what is wrong with its form.
func (m *Module) readAddress(e *Explanation, text string) (address, bool) {
	text = strings.TrimSpace(text)
	at := strings.Index(text, Prefix)
	if at < 0 {
		e.problem(PartPath, "A signed URL has the path /i/{kid}/{signature}/….", "")
		return address{}, false
	}
	if origin := text[:at]; origin != "" && origin != m.baseURL {
		e.problem(PartOrigin, "The URL names "+strconv.Quote(origin)+", this service is "+m.baseURL+". The origin is not signed.", "")
	}
	if strings.Contains(text, "&amp;") {
		text = text[:at] + strings.ReplaceAll(text[at:], "&amp;", "&")
		e.problem(PartQuery, "The URL is escaped as HTML: it has &amp; in place of &.", "Escape the URL once, where it is written into the page, and fetch it unescaped.")
	}
	path, query, _ := strings.Cut(text[at:], "?")
	query, _, _ = strings.Cut(query, "#")
	a, ok := parseAddress(path, query)
	if !ok {
		e.problem(PartPath, malformed(path, query), "")
		return a, false
	}
	e.KID, e.ExpiresAt = a.kid, a.expiresAt()
	switch {
	case a.simple():
		e.Form = "simple"
	case strings.HasPrefix(a.rest, "d/"):
		e.Form = "inline"
	default:
		e.Form = "stored"
	}
	return a, true
}

// malformed describes the rule of the form that a path rejected by parseAddress breaks.
func malformed(path, query string) string {
	parts := strings.SplitN(strings.TrimPrefix(path, Prefix), "/", 3)
	switch {
	case len(parts[0]) != kidLen:
		return "The id of the key has " + strconv.Itoa(len(parts[0])) + " characters instead of " + strconv.Itoa(kidLen) + "."
	case len(parts) < 2 || len(parts[1]) != signatureLen:
		n := 0
		if len(parts) > 1 {
			n = len(parts[1])
		}
		return "The signature has " + strconv.Itoa(n) + " characters instead of " + strconv.Itoa(signatureLen) + ": the URL was cut or joined."
	case len(parts) < 3 || !strings.HasSuffix(parts[2], ".png"):
		return "The path does not end with .png: the URL was cut."
	case strings.Contains(query, expiryParam+"="):
		return "exp is not one Unix time in digits."
	}
	return "The query is not percent-encoded text."
}

// checkExpiry reports a problem if a URL has expired.
func (m *Module) checkExpiry(ctx context.Context, e *Explanation, a *address) error {
	if a.expiry == "" {
		return nil
	}
	now, err := m.clock.Now(ctx)
	if err != nil {
		return err
	}
	if !now.Before(e.ExpiresAt) {
		e.problem(PartExpiry, "The URL ended at "+e.ExpiresAt.Format(time.RFC3339)+".", "Mint it again with a later end, or without one.")
	}
	return nil
}

// explainContent fills in the content of a verified URL and the state of its image.
func (m *Module) explainContent(ctx context.Context, e *Explanation, k *signingKey, a *address) error {
	w, row, err := m.lookUp(ident.With(ctx, k.principal), k, a)
	switch {
	case err != nil && fault.CodeOf(err) == fault.Unauthorized:
		e.Works = false
		e.problem(PartContent, "The service holds nothing under this name: it was signed here, and its content never stored.", "Mint it with POST /api/v1/generate/sign.")
		return nil
	case err != nil && fault.From(err).Kind() == fault.KindInvalid:
		e.Works = false
		e.problem(PartContent, fault.From(err).Message, "")
		return nil
	case err != nil:
		return err
	}
	e.Content, e.State = w.content, NotFetched
	switch {
	case row == nil:
	case row.RenderedAt != nil:
		e.State, e.ImageID = Rendered, row.ImageID
	case row.Failed:
		e.State = Failed
		failure := readFailure(row.Failure)
		e.problem(PartImage, "The last render failed: "+failure.Message, "")
	}
	return nil
}
