package signing

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/platenhq/platen/modules/platform/canonical"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/ratelimit"
	"github.com/platenhq/platen/modules/signing/internal/store"
)

const (
	// renderLease is the time a process has to render one image before another process may claim it.
	renderLease = 40 * time.Second
	// failurePause is how long the failure of an image is cached.
	failurePause = 30 * time.Second
	// fetchTimeout bounds a first fetch, waiting for other processes included.
	fetchTimeout = 90 * time.Second
	// lookAgain is the polling interval of waiters, in case a notification is lost.
	lookAgain = 500 * time.Millisecond
)

// Fetch returns the image of a signed URL's path and query, rendering it on the first fetch. The order
// of checks: signature and expiry, rate limit (first fetches only), revocation, the stored image,
// credits, rendering. A failed render returns the fallback's location if the URL has one.
func (m *Module) Fetch(ctx context.Context, path, rawQuery string) (Shown, error) {
	a, ok := parseAddress(path, rawQuery)
	if !ok {
		return Shown{}, ErrRefused
	}
	k, err := m.key(ctx, a.kid)
	if err != nil {
		return Shown{}, err
	}
	if !a.verify(k.secret) {
		return Shown{}, ErrRefused
	}
	expires := a.expiresAt()
	if !expires.IsZero() {
		now, err := m.clock.Now(ctx)
		if err != nil {
			return Shown{}, err
		}
		if !now.Before(expires) {
			return Shown{}, ErrRefused
		}
	}
	shown, err := m.shownBy(ctx, k, &a)
	shown.ExpiresAt = expires
	return shown, err
}

func (m *Module) shownBy(ctx context.Context, k *signingKey, a *address) (Shown, error) {
	if e, ok := m.shown.Get(a.sig); ok {
		switch {
		case k.revoked:
			return Shown{}, ErrRefused
		case e.failure == nil:
			return Shown{Location: e.location}, nil
		}
		if now, err := m.clock.Now(ctx); err == nil && now.Before(e.until) {
			if e.location != "" {
				return Shown{Location: e.location, Fallback: true}, e.failure
			}
			return Shown{Card: m.card(ident.With(ctx, k.principal), k, e.card, e.failure)}, e.failure
		}
	}
	if k.revoked { // nothing is rendered for it, but requests still count against the limit
		if err := m.limit(ctx, k); err != nil {
			return Shown{}, err
		}
		return Shown{}, ErrRefused
	}
	sig := strings.Clone(a.sig)
	return m.flights.Do(ctx, sig, func(ctx context.Context) (Shown, error) {
		ctx, stop := context.WithTimeout(ident.With(ctx, k.principal), fetchTimeout)
		defer stop()
		return m.resolveUncached(ctx, k, a, sig)
	})
}

// key returns the key that a URL names.
func (m *Module) key(ctx context.Context, kid string) (*signingKey, error) {
	if k, ok := m.keys.Get(kid); ok {
		return k, nil
	}
	if !m.ownKID(kid) {
		return nil, ErrRefused
	}
	epoch := m.keys.Epoch()
	row, err := m.store.KeyByKID(ctx, kid)
	if store.IsGone(err) {
		return nil, ErrRefused
	}
	if err != nil {
		return nil, err
	}
	plain, err := m.secrets.Open(sealUse, row.ID, row.Sealed)
	if err != nil {
		return nil, fmt.Errorf("opening the secret of %s: %w", row.ID, err)
	}
	k := &signingKey{kid: row.KID, secret: string(plain), revoked: row.RevokedAt != nil, principal: ident.System(ident.Workspace(row.WorkspaceID), mode(row.Livemode))}
	m.keys.Put(k.kid, k, epoch)
	return k, nil
}

func (m *Module) limit(ctx context.Context, k *signingKey) error {
	d := m.needs.Limiter.Take(ctx, k.principal, ratelimit.Signed)
	if d.Allowed {
		return nil
	}
	return fault.Newf(fault.RateLimitExceeded, "Too many first fetches. Retry after %d s.", d.RetrySeconds()).
		After(time.Duration(d.RetrySeconds()) * time.Second).
		With(fault.Detail{Rule: "rate_limit", Expected: int64(d.Limit), Message: "Too many first fetches of signed URLs.", Context: map[string]any{"category": string(ratelimit.Signed)}})
}

// requestedImage is the image that a verified URL names.
type requestedImage struct {
	ref      string
	content  []byte
	fallback string
}

// resolveUncached finds or renders the image of a URL whose result this process has not cached.
func (m *Module) resolveUncached(ctx context.Context, k *signingKey, a *address, sig string) (Shown, error) {
	epoch := m.shown.Epoch()
	w, row, err := m.lookUp(ctx, k, a)
	if err != nil && fault.From(err).Kind() == fault.KindInvalid { // the content that the URL carries
		return m.failed(ctx, k, w, sig, fault.From(err), epoch)
	}
	if err != nil {
		return Shown{}, err
	}
	if row == nil || row.RenderedAt == nil && !row.Failed {
		if err := m.limit(ctx, k); err != nil {
			return Shown{}, err
		}
		row, err = m.ensureRendered(ctx, w, row)
	}
	switch {
	case err != nil:
		return m.failed(ctx, k, w, sig, fault.From(err), epoch)
	case row.RenderedAt == nil:
		return m.failed(ctx, k, w, sig, readFailure(row.Failure), epoch)
	}
	location, err := m.needs.Images.Location(ctx, row.ImageID)
	if err != nil {
		return Shown{}, err // deleted: the URL is permanently invalid
	}
	m.shown.Put(sig, shownEntry{imageID: row.ImageID, location: location}, epoch)
	return Shown{Location: location}, nil
}

// lookUp decodes the content of a URL and reads the row of its image, nil if there is none yet.
func (m *Module) lookUp(ctx context.Context, k *signingKey, a *address) (requestedImage, *store.Image, error) {
	w, err := m.readContent(k, a)
	if err != nil {
		return requestedImage{}, nil, err
	}
	row, err := m.store.Image(ctx, w.ref)
	_, stored := a.stored()
	switch {
	case store.IsGone(err) && !stored:
		return w, nil, nil
	case store.IsGone(err):
		return requestedImage{}, nil, ErrRefused
	case err != nil:
		return requestedImage{}, nil, err
	case row.WorkspaceID != string(k.principal.Workspace) || row.Livemode != k.principal.Mode.Livemode():
		return requestedImage{}, nil, ErrRefused // another tenant's ref
	case stored && row.Content == nil:
		return requestedImage{}, nil, ErrRefused // never minted in this form
	}
	if stored {
		w.content = row.Content
		w.fallback = fallbackOf(row.Content)
	}
	return w, row, nil
}

// readContent reads the content that an inline or simple URL carries; a stored one carries only its ref.
func (m *Module) readContent(k *signingKey, a *address) (requestedImage, error) {
	if ref, ok := a.stored(); ok {
		return requestedImage{ref: ref}, nil
	}
	var content []byte
	if payload, ok := a.inline(); ok {
		raw, err := unpack(payload)
		if err != nil {
			return requestedImage{}, fault.Invalid(fault.Detail{Path: "path:payload", Rule: "payload", Message: "The payload is not base64url of DEFLATE data."}).Because(err)
		}
		v, err := canonical.Parse(raw, canonical.Limits{})
		if err != nil {
			var syntax *canonical.Syntax
			if errors.As(err, &syntax) {
				return requestedImage{}, fault.Invalid(syntax.Detail())
			}
			return requestedImage{}, err
		}
		content = v.Bytes()
	} else {
		id, version, ok := a.template()
		if !ok {
			return requestedImage{}, ErrRefused
		}
		data := map[string]any{}
		for name, values := range a.query {
			data[name] = values[0]
		}
		raw, err := json.Marshal(map[string]any{"template": map[string]any{"id": id, "version": version}, "data": data})
		if err != nil {
			return requestedImage{}, err
		}
		v, err := canonical.Parse(raw, canonical.Limits{})
		if err != nil {
			return requestedImage{}, fault.Invalid(fault.Detail{Path: "query:", Rule: "malformed_query", Message: "The query is not valid text."}).Because(err)
		}
		content = v.Bytes()
	}
	return requestedImage{ref: refOf(k.principal, content), content: content, fallback: fallbackOf(content)}, nil
}

// ensureRendered renders an image or waits for the process that does, and returns its row when it is rendered or
// failed.
func (m *Module) ensureRendered(ctx context.Context, w requestedImage, row *store.Image) (*store.Image, error) {
	if row == nil {
		checked, err := m.needs.Images.Check(ctx, w.content)
		if short, ok := shortened(w.content, err); ok {
			checked, err = m.needs.Images.Check(ctx, short)
		}
		if err != nil {
			return nil, err
		}
		fresh := m.imageRow(ident.Must(ctx), w.ref, nil, checked.Hash)
		if err := m.store.Upsert(ctx, []*store.Image{fresh}); err != nil {
			return nil, err
		}
		row = fresh
	}
	token := ident.New("claim")
	changed, stop := m.waiters.Subscribe(w.ref)
	defer stop()
	for {
		claimed, err := m.store.Claim(ctx, w.ref, token, renderLease)
		if err == nil && claimed {
			stop()
			if err := m.render(ctx, w, row.ImageID, token); err != nil {
				return nil, err
			}
			return m.store.Image(ctx, w.ref)
		}
		if err == nil {
			row, err = m.store.Image(ctx, w.ref)
		}
		if err != nil || row.RenderedAt != nil || row.Failed {
			return row, err
		}
		select {
		case <-changed:
		case <-time.After(lookAgain):
		case <-ctx.Done():
		}
		if ctx.Err() != nil {
			return nil, fault.New(fault.RenderFailed, "The image took too long.").Because(ctx.Err())
		}
	}
}

// render renders the image under a claim. The image, its charge and the end of the claim are committed in one
// transaction.
func (m *Module) render(ctx context.Context, w requestedImage, imageID, token string) error {
	done := func(ctx context.Context) error {
		mine, err := m.store.Rendered(ctx, w.ref, token)
		if err != nil {
			return err
		}
		if !mine {
			return fmt.Errorf("the claim on image %s was lost", w.ref)
		}
		return m.db.Notify(ctx, picturesChannel, w.ref)
	}
	err := m.needs.Images.Render(ctx, w.content, imageID, done)
	if short, ok := shortened(w.content, err); ok {
		err = m.needs.Images.Render(ctx, short, imageID, done)
	}
	if err == nil {
		return nil
	}
	f := fault.From(err)
	if f.Kind() == fault.KindInvalid {
		// The content was checked when it was signed: an error now, such as an unavailable image, is
		// not fixable by the viewer.
		f = fault.New(fault.RenderFailed, "The image could not be rendered.").With(f.Details...).Because(err)
		err = f
	}
	pause := failurePause
	if isTransient(f) {
		pause = 0
	} else {
		m.log.WarnContext(ctx, "a signed image was not rendered", "ref", w.ref, "error", f)
	}
	settle, stop := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer stop()
	if e := m.store.Failed(settle, w.ref, token, writeFailure(f), pause); e != nil {
		return errors.Join(err, e)
	}
	return errors.Join(err, m.db.Notify(settle, picturesChannel, w.ref))
}

// isTransient reports whether a failure is transient and must not be cached: no credits, a limit.
func isTransient(f *fault.Error) bool {
	return f.Kind() == fault.KindPayment || f.Kind() == fault.KindLimited
}

// failed returns a failure with the fallback shown in its place, and caches it unless it is transient.
func (m *Module) failed(ctx context.Context, k *signingKey, w requestedImage, sig string, f *fault.Error, epoch uint64) (Shown, error) {
	if f.Kind() == fault.KindLimited || f.Kind() == fault.KindUnauthenticated {
		return Shown{}, f
	}
	var shown Shown
	if w.fallback != "" {
		if location, err := m.fallback(ctx, w.fallback); err == nil {
			shown = Shown{Location: location, Fallback: true}
		}
	}
	spec := cardOf(w.content)
	if !shown.Fallback {
		if shown.Card = m.card(ctx, k, spec, f); shown.Card != nil {
			m.log.WarnContext(ctx, "a signed URL shows a fallback card", "ref", w.ref, "error", f)
		}
	}
	if !isTransient(f) {
		if now, err := m.clock.Now(ctx); err == nil {
			m.shown.Put(sig, shownEntry{location: shown.Location, failure: f, until: now.Add(failurePause), card: spec}, epoch)
		}
	}
	return shown, f
}

// fallbackOf reads the fallback's name from a content.
func fallbackOf(content []byte) string {
	var c struct {
		Fallback string `json:"fallback"`
	}
	_ = json.Unmarshal(content, &c) // canonical JSON; anything else has no fallback
	return c.Fallback
}

// failure is the cached form of a failed render.
type failure struct {
	Code    fault.Code `json:"code"`
	Message string     `json:"message"`
}

func writeFailure(f *fault.Error) []byte {
	b, _ := json.Marshal(failure{f.Code, f.Message}) // strings always marshal
	return b
}

func readFailure(raw []byte) *fault.Error {
	var f failure
	if err := json.Unmarshal(raw, &f); err != nil || f.Code == "" {
		return fault.New(fault.RenderFailed, "The image could not be rendered.").Because(err)
	}
	return fault.New(f.Code, f.Message)
}
