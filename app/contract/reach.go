package contract

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/google/uuid"
)

// Reach checks that the service accepts the key, and finds out what more the key can do: one with
// keys:write makes the keys that checks need.
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
	a, err = t.send(e.api.byMethod["RotateApiKey"], M{"key_id": unknown("key")}, &request{surface: REST, header: http.Header{}})
	if err == nil && a.Code == "API_KEY_NOT_FOUND" && e.Mint == nil {
		e.Mint = e.mint
	}
	return nil
}

// mint makes a key by the API; a test key cannot make a live one, and none can give what it lacks.
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
