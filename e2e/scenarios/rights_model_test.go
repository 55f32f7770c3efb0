package scenarios

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/platenhq/platen/e2e/harness"
)

// modelledCredential is the model of a key or of a token of an issuer: what it may do.
type modelledCredential struct {
	name, id, secret string
	scopes           []string
	brand            string // its limit; empty for none
	token            bool
	revoked          *bool // shared with the tokens of an issuer
}

// has reports whether the credential has a scope; write includes read.
func (c *modelledCredential) has(scope string) bool {
	area, right, _ := strings.Cut(scope, ":")
	return slices.Contains(c.scopes, scope) || right == "read" && slices.Contains(c.scopes, area+":write")
}

// covers reports whether the credential has every scope of a list, and no narrower brand limit than brand.
func (c *modelledCredential) covers(scopes []string, brand string) bool {
	return c.reaches(brand) && !slices.ContainsFunc(scopes, func(s string) bool { return !c.has(s) })
}

// reaches reports whether the credential may act on what belongs to a brand.
func (c *modelledCredential) reaches(brand string) bool { return c.brand == "" || c.brand == brand }

// permits returns the status that a request with the credential must have: success if it is valid, has the scope and
// nothing else prevents it.
func (c *modelledCredential) permits(success int, scope string, allowed bool) int {
	switch {
	case *c.revoked:
		return http.StatusUnauthorized
	case !c.has(scope) || !allowed:
		return http.StatusForbidden
	}
	return success
}

// modelledWebhook is the model of an object that belongs to a brand.
type modelledWebhook struct{ id, brand string }

// rightsModel is the expected state of a workspace's credentials and of some objects that they act on.
type rightsModel struct {
	*harness.Service
	rnd         *rand.Rand
	identity    *identity
	brands      []string
	credentials []*modelledCredential
	webhooks    []*modelledWebhook
	reached     map[int]int // responses by status
}

var modelledScopes = []string{"keys:write", "webhooks:write", "webhooks:read", "usage:read", "render:write"}

// TestRightsMatchTheModel lets credentials create, rotate and revoke others, register issuers whose tokens claim more than
// they may have, and create, read, list and delete objects of brands, at random. Every response is what the model says,
// and after every step so are the rights of all credentials: none ever does more than the one that made it.
func TestRightsMatchTheModel(t *testing.T) {
	t.Parallel()
	settings := map[string]string{"PLATEN_AUTH_FAILURES": "1000000", "PLATEN_ALLOW_LOOPBACK": "1"}
	for _, c := range []string{"READ", "MANAGE", "WEBHOOK", "ADMIN"} {
		settings["PLATEN_RATE_"+c] = "100000/200000"
	}
	m := &rightsModel{Service: harness.Start(t, settings), rnd: modelRand(t), identity: newIdentity(t), reached: map[int]int{}}
	owner := m.Key(t, "live", everyScope...)
	for _, name := range []string{"A", "B"} {
		m.brands = append(m.brands, creates(t, m.Service, owner, "/api/v1/brands", `{"name":"`+name+`"}`))
	}
	for i, scopes := range [][]string{modelledScopes, {"keys:write", "usage:read"}, {"webhooks:write", "keys:write"}, modelledScopes} {
		c := &modelledCredential{name: fmt.Sprint("operator's key ", i), scopes: scopes, revoked: new(bool)}
		all := scopes
		if i == 3 {
			c.brand = m.brands[0]
			all = append(slices.Clone(scopes), "brand:"+c.brand)
		}
		c.secret = m.Key(t, "live", all...)
		m.credentials = append(m.credentials, c)
	}
	steps := []func(t *testing.T, by *modelledCredential){m.mint, m.mint, m.rotate, m.revoke, m.register, m.create, m.create, m.read, m.list, m.remove}
	for step := range 200 {
		by := m.credentials[m.rnd.IntN(len(m.credentials))]
		steps[m.rnd.IntN(len(steps))](t, by)
		m.probe(t)
		if t.Failed() {
			t.Fatalf("step %d by %s", step, by.name)
		}
	}
	for _, c := range m.credentials { // finally every key is revoked, and may do nothing
		if c.id != "" && !*c.revoked {
			m.expect(t, m.credentials[0], 200, "DELETE", "/api/v1/api-keys/"+c.id, "")
			*c.revoked = true
			m.create(t, c)
			m.list(t, c)
		}
	}
	for _, status := range []int{200, 201, 401, 403} {
		if m.reached[status] == 0 {
			t.Errorf("no response was %d", status)
		}
	}
}

// expect sends a request and compares its status with the model's.
func (m *rightsModel) expect(t *testing.T, by *modelledCredential, want int, method, path, body string) *harness.Response {
	t.Helper()
	a := m.Do(t, method, path, by.secret, body)
	m.reached[a.Status]++
	if a.Status != want {
		t.Errorf("%s (%v, brand %q) sends %s %s %s: %d %.400s; the model says %d", by.name, by.scopes, by.brand, method, path, body, a.Status, a.Body, want)
	}
	return a
}

// some returns a random part of the scopes, at least one.
func (m *rightsModel) some() []string {
	out := []string{modelledScopes[m.rnd.IntN(len(modelledScopes))]}
	for _, s := range modelledScopes {
		if m.rnd.IntN(3) == 0 && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

func (m *rightsModel) brand() string { return m.brands[m.rnd.IntN(len(m.brands))] }

func (m *rightsModel) add(c *modelledCredential) { m.credentials = append(m.credentials, c) }

// mint asks for a key with scopes and perhaps a brand limit. A limited creator's key has its limit.
func (m *rightsModel) mint(t *testing.T, by *modelledCredential) {
	scopes, brand := m.some(), ""
	fields := map[string]any{"mode": "live", "scopes": scopes}
	if m.rnd.IntN(2) == 0 {
		brand = m.brand()
		fields["brand_id"] = brand
	}
	if brand == "" {
		brand = by.brand
	}
	body, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	a := m.expect(t, by, by.permits(201, "keys:write", by.covers(scopes, brand)), "POST", "/api/v1/api-keys", string(body))
	if a.Status != 201 {
		return
	}
	var k credential
	a.JSON(t, &k)
	if k.BrandID != brand {
		t.Errorf("the key is limited to %q, the model says %q", k.BrandID, brand)
	}
	m.add(&modelledCredential{name: fmt.Sprintf("key %d of %s", len(m.credentials), by.name), id: k.ID, secret: k.Secret, scopes: scopes, brand: brand, revoked: new(bool)})
}

// key returns a random key that the API made, or nil.
func (m *rightsModel) key() *modelledCredential {
	var keys []*modelledCredential
	for _, c := range m.credentials {
		if c.id != "" && !*c.revoked {
			keys = append(keys, c)
		}
	}
	if len(keys) == 0 {
		return nil
	}
	return keys[m.rnd.IntN(len(keys))]
}

func (m *rightsModel) rotate(t *testing.T, by *modelledCredential) {
	old := m.key()
	if old == nil {
		return
	}
	a := m.expect(t, by, by.permits(201, "keys:write", by.covers(old.scopes, old.brand)), "POST", "/api/v1/api-keys/"+old.id+"/rotate", "")
	if a.Status != 201 {
		return
	}
	var k credential
	a.JSON(t, &k)
	old.id = "" // works for its grace period, and cannot be rotated again
	m.add(&modelledCredential{name: "successor of " + old.name, id: k.ID, secret: k.Secret, scopes: old.scopes, brand: old.brand, revoked: new(bool)})
}

func (m *rightsModel) revoke(t *testing.T, by *modelledCredential) {
	c := m.key()
	if c == nil {
		return
	}
	if a := m.expect(t, by, by.permits(200, "keys:write", by.covers(c.scopes, c.brand)), "DELETE", "/api/v1/api-keys/"+c.id, ""); a.Status == 200 {
		*c.revoked = true
	}
}

// register makes an issuer and adds a token of it that claims every scope, and brands that its maker may not have.
func (m *rightsModel) register(t *testing.T, by *modelledCredential) {
	if by.token || m.rnd.IntN(3) > 0 {
		return
	}
	name := "https://" + uuid.NewString() + ".example/"
	a := m.expect(t, by, by.permits(201, "keys:write", true), "POST", "/api/v1/jwt-issuers", fmt.Sprintf(`{"issuer":%q,"jwks_url":%q}`, name, m.identity.URL+"/jwks.json"))
	if a.Status != 201 {
		return
	}
	claimed := m.some()
	c := &modelledCredential{name: "token of an issuer of " + by.name, token: true, brand: by.brand, revoked: new(bool)}
	for _, s := range claimed {
		if by.has(s) && s != "keys:write" { // no token changes keys
			c.scopes = append(c.scopes, s)
		}
	}
	c.secret = m.identity.token(t, name, "eve", strings.Join(claimed, " "))
	m.add(c)
}

func (m *rightsModel) create(t *testing.T, by *modelledCredential) {
	if len(m.webhooks) == 20 { // what one page lists
		return
	}
	brand := m.brand()
	a := m.expect(t, by, by.permits(201, "webhooks:write", by.reaches(brand)), "POST", "/api/v1/facade/webhooks", fmt.Sprintf(`{"url":"https://example.com/%s","brand_id":%q}`, uuid.NewString(), brand))
	if a.Status != 201 {
		return
	}
	var w struct{ ID string }
	a.JSON(t, &w)
	m.webhooks = append(m.webhooks, &modelledWebhook{w.ID, brand})
}

func (m *rightsModel) webhook() *modelledWebhook {
	if len(m.webhooks) == 0 {
		return nil
	}
	return m.webhooks[m.rnd.IntN(len(m.webhooks))]
}

func (m *rightsModel) read(t *testing.T, by *modelledCredential) {
	if w := m.webhook(); w != nil {
		m.expect(t, by, by.permits(200, "webhooks:read", by.reaches(w.brand)), "GET", "/api/v1/facade/webhooks/"+w.id, "")
	}
}

func (m *rightsModel) list(t *testing.T, by *modelledCredential) {
	a := m.expect(t, by, by.permits(200, "webhooks:read", true), "GET", "/api/v1/facade/webhooks?limit=50", "")
	if a.Status != 200 {
		return
	}
	for _, w := range m.webhooks {
		if listed := strings.Contains(string(a.Body), w.id); listed != by.reaches(w.brand) {
			t.Errorf("%s (brand %q): the webhook of %s is listed: %v", by.name, by.brand, w.brand, listed)
		}
	}
}

func (m *rightsModel) remove(t *testing.T, by *modelledCredential) {
	w := m.webhook()
	if w == nil {
		return
	}
	if a := m.expect(t, by, by.permits(200, "webhooks:write", by.reaches(w.brand)), "DELETE", "/api/v1/facade/webhooks/"+w.id, ""); a.Status == 200 {
		m.webhooks = slices.DeleteFunc(m.webhooks, func(v *modelledWebhook) bool { return v == w })
	}
}

// probe compares what three credentials may read with the model, at the same time.
func (m *rightsModel) probe(t *testing.T) {
	t.Helper()
	var all sync.WaitGroup
	for range 3 {
		c := m.credentials[m.rnd.IntN(len(m.credentials))]
		all.Go(func() {
			if a := m.Do(t, "GET", "/api/v1/api-keys?limit=1", c.secret, ""); a.Status != c.permits(200, "keys:read", true) {
				t.Errorf("%s (%v) lists keys: %d %.300s", c.name, c.scopes, a.Status, a.Body)
			}
		})
	}
	all.Wait()
}
