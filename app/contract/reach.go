package contract

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/google/uuid"
)

// Rights are the rights of a deployment's key.
type Rights struct {
	// Mode is live or test, from the key's prefix; empty for a token.
	Mode string
	// Lacking are the scopes that the key does not have, in order.
	Lacking []string
	having  []string
}

// Reach checks that the service accepts the key and determines its rights: it sets Rights, and a key with
// keys:write creates the keys that checks need. Close revokes them.
func (e *Env) Reach(ctx context.Context) error {
	if e.Key == "" {
		return errors.New("a key is needed")
	}
	if err := e.open(); err != nil {
		return err
	}
	t := &T{Env: e, Surface: REST, ctx: ctx}
	a, err := t.send(e.api.byMethod["GetWorkspace"], nil, &request{surface: REST, header: http.Header{}})
	if err != nil {
		return fmt.Errorf("reaching %s: %w", e.BaseURL, err)
	}
	if !a.OK() {
		return fmt.Errorf("%s returns %d %s to the key: %s", e.BaseURL, a.Status, a.Code, a.Message)
	}
	if e.Rights, err = t.rights(); err != nil {
		return err
	}
	if e.Mint == nil && !slices.Contains(e.Rights.Lacking, "keys:write") {
		e.Mint = e.mint
	}
	return nil
}

// rights sends one request for each scope. A mutation is sent with a malformed idempotency key: it is rejected
// after the scope check and before it has effects; a deletion names a nonexistent object.
func (t *T) rights() (*Rights, error) {
	found := &Rights{}
	for _, mode := range []string{"live", "test"} {
		if strings.HasPrefix(t.Env.Key, "svc_"+mode+"_") {
			found.Mode = mode
		}
	}
	requested := map[string]*Operation{}
	for _, o := range t.Env.api.all {
		if known := requested[o.Scope]; o.Scope != "" && !o.Streaming && (o.Free || o.Mutation || len(o.Params) > 0) && (known == nil || o.Free) {
			requested[o.Scope] = o
		}
	}
	for _, scope := range slices.Sorted(maps.Keys(requested)) {
		r := &request{surface: REST, header: http.Header{}}
		if requested[scope].Mutation {
			r.header.Set("Idempotency-Key", "none")
		}
		a, err := t.send(requested[scope], requested[scope].Nowhere(), r)
		if err != nil {
			return nil, fmt.Errorf("asking for the scope %s: %w", scope, err)
		}
		if a.Status == http.StatusForbidden && a.Rule() == "scope" {
			found.Lacking = append(found.Lacking, scope)
		} else {
			found.having = append(found.having, scope)
		}
	}
	return found, nil
}

// mintedKey is a key that checks created.
type mintedKey struct {
	id, mode string
	scopes   []string
}

// recordKey records the key of a response for Close, whichever call created it.
func (e *Env) recordKey(a *Response) *Response {
	if secret := a.Text("secret"); a.OK() && (strings.HasPrefix(secret, "svc_live_") || strings.HasPrefix(secret, "svc_test_")) && e.Rights != nil {
		k := mintedKey{id: a.Text("id"), mode: "live"}
		if strings.HasPrefix(secret, "svc_test_") {
			k.mode = "test"
		}
		for _, s := range a.List("scopes") {
			if s, ok := s.(string); ok {
				k.scopes = append(k.scopes, s)
			}
		}
		e.minted.Lock()
		e.minted.keys = append(e.minted.keys, k)
		e.minted.Unlock()
	}
	return a
}

// Close revokes the keys that checks created. It returns the ids of those that it could not revoke.
func (e *Env) Close(ctx context.Context) (left []string) {
	e.minted.Lock()
	keys := e.minted.keys
	e.minted.keys = nil
	e.minted.Unlock()
	// A key can list keys of its own mode, and revoke those with at most its rights: test keys are revoked by one
	// with the rights of the given key, itself last.
	revokers := map[string]string{"live": e.Key, "test": e.Key}
	other := map[string]string{"live": "test"}[e.Rights.Mode]
	rights := slices.Clone(e.Rights.having) // and scopes that no request showed
	for _, k := range keys {
		if k.mode == other {
			rights = append(rights, k.scopes...)
		}
	}
	if slices.ContainsFunc(keys, func(k mintedKey) bool { return k.mode == other }) {
		slices.Sort(rights)
		if secret, err := e.mint(ctx, other, slices.Compact(rights)...); err == nil {
			revokers[other] = secret
			e.minted.Lock()
			keys = append(keys, e.minted.keys...)
			e.minted.keys = nil
			e.minted.Unlock()
		}
	}
	for _, k := range keys {
		if !e.revoke(ctx, revokers[k.mode], k.id) {
			left = append(left, k.id)
		}
	}
	return left
}

// revoke revokes a key and reports whether it succeeded.
func (e *Env) revoke(ctx context.Context, with, id string) bool {
	t := &T{Env: e, Surface: REST, ctx: ctx}
	ok := false
	t.tidy(func() { ok = t.Call("RevokeApiKey", M{"key_id": id}, token(with)).OK() })
	return ok
}

// mint creates a key over the API; a test key cannot create a live one, and a key cannot grant rights it lacks.
func (e *Env) mint(ctx context.Context, mode string, scopes ...string) (string, error) {
	t := &T{Env: e, Surface: REST, ctx: ctx}
	m := M{"mode": mode, "name": "contract-test " + uuid.NewString()[:8]}
	if len(scopes) > 0 {
		var plain []any
		for _, s := range scopes {
			if id, ok := strings.CutPrefix(s, "brand:"); ok {
				m["brand_id"] = id
				continue
			}
			plain = append(plain, s)
		}
		m["scopes"] = plain
	}
	var a *Response
	err := func() (err error) {
		defer func() {
			if recover() != nil {
				err = errors.New(strings.Join(t.failures, "; "))
			}
		}()
		a = t.Call("CreateApiKey", m)
		return nil
	}()
	if err != nil {
		return "", err
	}
	if !a.OK() {
		return "", fmt.Errorf("making a %s key with %v returns %d %s", mode, scopes, a.Status, a.Code)
	}
	return a.Text("secret"), nil
}
