package scenarios

import (
	"crypto/rsa"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/platenhq/platen/e2e/harness"
)

// everyScope lists all scopes except brand limits.
var everyScope = []string{"render:write", "sign:write", "ai:write", "images:write", "brands:write", "brand_kits:write", "templates:write", "assets:write",
	"fonts:write", "drafts:write", "approvals:write", "approvals:decide", "decisions:read", "licenses:write", "webhooks:write", "usage:write", "keys:write", "admin:write"}

// credential is a key as the response that makes it shows it.
type credential struct {
	ID, Secret, Mode string
	Scopes           []string
	BrandID          string `json:"brand_id"`
}

// both sends one operation over REST and over Connect and calls check with each response.
func both(t *testing.T, s *harness.Service, token, route, body, procedure, message string, check func(t *testing.T, via string, a *harness.Response)) {
	t.Helper()
	method, path, _ := strings.Cut(route, " ")
	check(t, "REST "+route, s.Do(t, method, path, token, body))
	check(t, "Connect "+procedure, s.Do(t, "POST", procedure, token, message))
}

const (
	keysService   = "/platen.auth.v1.ApiKeyService/"
	issuerService = "/platen.auth.v1.JwtIssuerService/"
	adminService  = "/platen.auth.v1.AdminService/"
)

// forbids checks that a response is FORBIDDEN and names all missing rights.
func forbids(t *testing.T, what string, a *harness.Response, missing ...string) {
	t.Helper()
	text := string(a.Body)
	if a.Status != 403 || !strings.Contains(text, "FORBIDDEN") && !strings.Contains(text, "permission_denied") {
		t.Errorf("%s: %d %s; want 403", what, a.Status, a.Body)
		return
	}
	for _, m := range missing {
		if !strings.Contains(text, m) {
			t.Errorf("%s: %s does not name %s", what, a.Body, m)
		}
	}
}

// makeKey creates a key through the API.
func makeKey(t *testing.T, s *harness.Service, by, body string) credential {
	t.Helper()
	a := s.Do(t, "POST", "/api/v1/api-keys", by, body)
	var k credential
	a.JSON(t, &k)
	if a.Status != 201 || k.Secret == "" {
		t.Fatalf("making a key: %d %s", a.Status, a.Body)
	}
	return k
}

// own returns the id of a key among those of its workspace, by its last characters.
func own(t *testing.T, s *harness.Service, key, admin string) string {
	t.Helper()
	var list struct {
		Data []struct {
			ID       string
			LastFour string `json:"last_four"`
		}
	}
	a := s.Do(t, "GET", "/api/v1/api-keys?limit=50", admin, "")
	a.JSON(t, &list)
	for _, k := range list.Data {
		if strings.HasSuffix(key, k.LastFour) {
			return k.ID
		}
	}
	t.Fatalf("the key is not listed: %s", a.Body)
	return ""
}

// TestKeyNeverExceedsItsCreator: by every route that makes keys, whatever is requested.
func TestKeyNeverExceedsItsCreator(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, map[string]string{"PLATEN_RATE_ADMIN": "400/800", "PLATEN_RATE_MANAGE": "400/800"})
	const brand, other = "brand_00000000000000000000000001", "brand_00000000000000000000000002"
	weak, narrow := s.Key(t, "live", "keys:write", "usage:read"), s.Key(t, "live", "keys:write", "admin:write", "usage:read", "brand:"+brand)
	admin := s.Key(t, "live", "admin:write")
	// create asks for a key; fields are the members besides the mode, such as "scopes":[…].
	create := func(t *testing.T, by, fields string, check func(t *testing.T, via string, a *harness.Response)) {
		t.Helper()
		both(t, s, by, "POST /api/v1/api-keys", `{"mode":"live"`+fields+`}`, keysService+"CreateApiKey",
			`{"mode":"KEY_MODE_LIVE"`+strings.ReplaceAll(fields, "brand_id", "brandId")+`}`, check)
	}
	forbidden := func(missing string) func(t *testing.T, via string, a *harness.Response) {
		return func(t *testing.T, via string, a *harness.Response) { t.Helper(); forbids(t, via, a, missing) }
	}
	create(t, weak, `,"scopes":["usage:read","render:write"]`, forbidden("render:write"))
	create(t, weak, `,"scopes":["usage:write"]`, forbidden("usage:write"))
	create(t, narrow, fmt.Sprintf(`,"scopes":["usage:read"],"brand_id":%q`, other), forbidden("brand"))
	both(t, s, admin, "POST /admin/keys", `{"name":"x","scopes":["render:write"]}`, adminService+"CreateLiveKey", `{"name":"x","scopes":["render:write"]}`, forbidden("render:write"))
	both(t, s, narrow, "POST /admin/keys", `{"name":"x","scopes":["approvals:decide"]}`, adminService+"CreateLiveKey", `{"name":"x","scopes":["approvals:decide"]}`, forbidden("approvals:decide"))

	// made checks what a response's key has, and that it cannot render.
	made := func(most []string, limit string) func(t *testing.T, via string, a *harness.Response) {
		return func(t *testing.T, via string, a *harness.Response) {
			t.Helper()
			var k struct {
				credential
				Brand string `json:"brandId"`
			}
			a.JSON(t, &k)
			if a.Status/100 != 2 || k.Secret == "" || !within(k.Scopes, most) || k.BrandID+k.Brand != limit {
				t.Errorf("%s: %d %s; want at most %v", via, a.Status, a.Body, most)
			}
			if got := s.Do(t, "POST", generate, k.Secret, card("preview", "x")); got.Status != 403 {
				t.Errorf("%s: what a key without render:write made renders: %d", via, got.Status)
			}
		}
	}
	create(t, weak, ``, made([]string{"usage:read", "keys:read"}, ""))
	create(t, s.Key(t, "live", "keys:write"), ``, made([]string{"keys:read"}, ""))
	create(t, weak, `,"scopes":["usage:read"]`, made([]string{"usage:read"}, ""))
	create(t, narrow, `,"scopes":["usage:read"]`, made([]string{"usage:read"}, brand))
	create(t, narrow, fmt.Sprintf(`,"scopes":["usage:read"],"brand_id":%q`, brand), made([]string{"usage:read"}, brand))
	both(t, s, narrow, "POST /admin/keys", `{"name":"x"}`, adminService+"CreateLiveKey", `{"name":"x"}`, made([]string{"usage:read", "keys:read"}, brand))
	both(t, s, narrow, "GET /admin/create-key", "", adminService+"CreateTestKey", `{}`, made([]string{"usage:read", "keys:read"}, brand))
	both(t, s, admin, "GET /admin/create-key", "", adminService+"CreateTestKey", `{}`, made(nil, ""))

	// A refusal leaves no trace: the same idempotency key is good for what is allowed.
	idem := uuid.NewString()
	forbids(t, "a scope beyond", s.Do(t, "POST", "/api/v1/api-keys", weak, `{"mode":"live","scopes":["render:write"]}`, "Idempotency-Key", idem))
	if a := s.Do(t, "POST", "/api/v1/api-keys", weak, `{"mode":"live","scopes":["usage:read"]}`, "Idempotency-Key", idem); a.Status != 201 {
		t.Errorf("after a refusal: %d %s", a.Status, a.Body)
	}
}

func within(list, most []string) bool {
	return !slices.ContainsFunc(list, func(s string) bool { return !slices.Contains(most, s) })
}

// TestChangingAKeyRequiresItsRights covers rotating and revoking, over both surfaces.
func TestChangingAKeyRequiresItsRights(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, map[string]string{"PLATEN_RATE_MANAGE": "400/800"})
	const brand = "brand_00000000000000000000000001"
	full := s.Key(t, "live", everyScope...)
	owner := own(t, s, full, full)
	weak, narrow := s.Key(t, "live", "keys:write"), s.Key(t, "live", append([]string{"brand:" + brand}, everyScope...)...)
	for _, what := range []string{"rotate", "revoke"} {
		change := func(by, id string, check func(t *testing.T, via string, a *harness.Response)) {
			t.Helper()
			message := fmt.Sprintf(`{"keyId":%q}`, id)
			if what == "revoke" {
				both(t, s, by, "DELETE /api/v1/api-keys/"+id, "", keysService+"RevokeApiKey", message, check)
				return
			}
			both(t, s, by, "POST /api/v1/api-keys/"+id+"/rotate", "", keysService+"RotateApiKey", message, check)
		}
		change(weak, owner, func(t *testing.T, via string, a *harness.Response) {
			forbids(t, via, a, "approvals:decide", "render:write")
		})
		change(narrow, owner, func(t *testing.T, via string, a *harness.Response) { forbids(t, via, a, "brand") })
		change(weak, "key_00000000000000000000000001", func(t *testing.T, via string, a *harness.Response) {
			if a.Status != 404 {
				t.Errorf("%s of a key that is not there: %d %s", via, a.Status, a.Body)
			}
		})
	}
	if a := s.Do(t, "GET", "/api/v1/workspace", full, ""); a.Status != 200 {
		t.Fatalf("the full key after refusals: %d %s", a.Status, a.Body)
	}
	// A key may always change itself, and what it covers.
	made := makeKey(t, s, weak, `{"mode":"live","scopes":["keys:write"]}`)
	if a := s.Do(t, "POST", "/api/v1/api-keys/"+made.ID+"/rotate", made.Secret, ""); a.Status != 201 {
		t.Errorf("rotating itself: %d %s", a.Status, a.Body)
	}
	if a := s.Do(t, "DELETE", "/api/v1/api-keys/"+made.ID, weak, ""); a.Status != 200 {
		t.Errorf("revoking what it covers: %d %s", a.Status, a.Body)
	}
	forbids(t, "a signing key without sign:write", s.Do(t, "POST", "/api/v1/signing-keys", weak, ""), "sign:write")
	forbids(t, "a signing key of a limited key", s.Do(t, "POST", "/api/v1/signing-keys", narrow, ""), "brand")
	var signing struct{ ID string }
	s.Do(t, "POST", "/api/v1/signing-keys", full, "").JSON(t, &signing)
	for _, what := range []string{"rotate", "retire", "revoke"} {
		forbids(t, what+" of a signing key", s.Do(t, "POST", "/api/v1/signing-keys/"+signing.ID+"/"+what, weak, ""), "sign:write")
	}
}

// identity is an identity provider with one key.
type identity struct {
	*provider
	key *rsa.PrivateKey
}

func newIdentity(t *testing.T) *identity {
	t.Helper()
	i := &identity{newProvider(t), harness.RSAKey(t, 2048)}
	i.publish(harness.JWK("k1", i.key))
	return i
}

// token returns a token of an issuer, with a scope claim unless scope is "-".
func (i *identity) token(t *testing.T, issuer, sub, scope string) string {
	t.Helper()
	now := time.Now().Unix()
	c := map[string]any{"iss": issuer, "aud": "platen", "sub": sub, "iat": now, "exp": now + 600, "scope": scope}
	if scope == "-" {
		delete(c, "scope")
	}
	return harness.Token(t, i.key, map[string]any{"alg": "RS256", "kid": "k1"}, c)
}

// TestIssuerIsLimitedToItsCreatorsRights: stored, shown, and never exceeded by a token.
func TestIssuerIsLimitedToItsCreatorsRights(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, map[string]string{"PLATEN_ALLOW_LOOPBACK": "1", "PLATEN_AUTH_FAILURES": "100000", "PLATEN_RATE_MANAGE": "400/800"})
	id := newIdentity(t)
	const brand, other = "brand_00000000000000000000000001", "brand_00000000000000000000000002"
	type issuer struct {
		ID      string
		Ceiling []string
		Default []string `json:"default_scopes"`
	}
	register := func(by, name, more string) (issuer, *harness.Response) {
		t.Helper()
		var i issuer
		a := s.Do(t, "POST", "/api/v1/jwt-issuers", by, fmt.Sprintf(`{"issuer":%q,"jwks_url":%q%s}`, name, id.URL+"/jwks.json", more))
		a.JSON(t, &i)
		return i, a
	}
	weak := s.Key(t, "live", "keys:write", "usage:read")
	_, a := register(weak, "https://a.example/", `,"default_scopes":["usage:read","render:write"]`)
	forbids(t, "default scopes beyond", a, "render:write")
	if !strings.Contains(string(a.Body), "/default_scopes/1") {
		t.Errorf("the refused scope is not named by its place: %s", a.Body)
	}
	i, a := register(weak, "https://a.example/", "")
	if a.Status != 201 || !slices.Equal(i.Ceiling, []string{"usage:read", "keys:read"}) && !slices.Equal(i.Ceiling, []string{"usage:read"}) {
		t.Fatalf("an issuer of a weak key: %d %s", a.Status, a.Body)
	}
	var shown issuer
	s.Do(t, "GET", "/api/v1/jwt-issuers/"+i.ID, weak, "").JSON(t, &shown)
	if !slices.Equal(shown.Ceiling, i.Ceiling) {
		t.Errorf("the ceiling is shown as %v, then as %v", i.Ceiling, shown.Ceiling)
	}
	for _, c := range []struct {
		scope, method, path, procedure, body string
		want                                 int
	}{
		{"render:write usage:read", "POST", generate, "/platen.rendering.v1.RenderService/Generate", card("preview", "x"), 403},
		{"-", "POST", generate, "/platen.rendering.v1.RenderService/Generate", card("preview", "x"), 403},
		{"approvals:decide", "POST", "/api/v1/approvals/apr_00000000000000000000000001/approve", "/platen.approvals.v1.ApprovalService/ApproveApproval", `{}`, 403},
		{"usage:read", "GET", "/api/v1/usage", "/platen.credits.v1.UsageService/GetUsage", `{}`, 200},
		{"usage:write", "GET", "/api/v1/usage", "/platen.credits.v1.UsageService/GetUsage", `{}`, 200},
	} {
		tok := id.token(t, "https://a.example/", "eve", c.scope)
		body := c.body
		if c.method == "GET" {
			body = ""
		}
		if a := s.Do(t, c.method, c.path, tok, body); a.Status != c.want {
			t.Errorf("%s claims %s: %d %s", c.path, c.scope, a.Status, a.Body)
		}
		if a := s.Do(t, "POST", c.procedure, tok, c.body); a.Status != c.want {
			t.Errorf("%s claims %s: %d %s", c.procedure, c.scope, a.Status, a.Body)
		}
	}
	// A brand limit stays, whatever a token claims of brands.
	narrow := s.Key(t, "live", "keys:write", "webhooks:write", "brand:"+brand)
	i, a = register(narrow, "https://b.example/", "")
	if a.Status != 201 || !slices.Contains(i.Ceiling, "brand:"+brand) {
		t.Fatalf("an issuer of a limited key: %d %s", a.Status, a.Body)
	}
	if a := s.Do(t, "GET", "/api/v1/jwt-issuers/"+i.ID, narrow, ""); a.Status != 200 {
		t.Errorf("reading its own issuer with a brand limit: %d %s", a.Status, a.Body)
	}
	if a := s.Do(t, "GET", "/api/v1/jwt-issuers", narrow, ""); !strings.Contains(string(a.Body), i.ID) || strings.Contains(string(a.Body), "https://a.example/") {
		t.Errorf("listing issuers with a brand limit: %d %s", a.Status, a.Body)
	}
	for claim, want := range map[string]int{"webhooks:write": 403, "webhooks:write brand:" + other: 403, "webhooks:write brand:": 401, "webhooks:write brand:x": 401} {
		if a := s.Do(t, "POST", "/api/v1/facade/webhooks", id.token(t, "https://b.example/", "eve", claim), fmt.Sprintf(`{"url":"https://example.com/%s","brand_id":%q}`, uuid.NewString(), other)); a.Status != want {
			t.Errorf("claims %q for another brand: %d %s", claim, a.Status, a.Body)
		}
	}
	// Deleting takes what the issuer's tokens can have.
	full := s.Key(t, "live", everyScope...)
	i, a = register(full, "https://c.example/", "")
	if a.Status != 201 || !slices.Contains(i.Ceiling, "approvals:decide") || slices.Contains(i.Ceiling, "keys:write") || slices.Contains(i.Ceiling, "admin:write") {
		t.Fatalf("an issuer of a full key: %d %s", a.Status, a.Body)
	}
	forbids(t, "deleting with less", s.Do(t, "DELETE", "/api/v1/jwt-issuers/"+i.ID, weak, ""), "approvals:decide")
	forbids(t, "deleting with less over Connect", s.Do(t, "POST", issuerService+"DeleteJwtIssuer", weak, fmt.Sprintf(`{"issuerId":%q}`, i.ID)), "approvals:decide")
	forbids(t, "deleting with a brand limit", s.Do(t, "DELETE", "/api/v1/jwt-issuers/"+i.ID, s.Key(t, "live", append([]string{"brand:" + brand}, everyScope...)...), ""), "brand")
	if a := s.Do(t, "DELETE", "/api/v1/jwt-issuers/"+i.ID, full, ""); a.Status != 200 {
		t.Errorf("deleting with as much: %d %s", a.Status, a.Body)
	}
}

// TestKeysOfTheSameDescentCannotApprove: descendants of a key, across rotation, and tokens of issuers that the line
// registered are the requester; keys of the operator are persons of their own. On the API and on the review page.
func TestKeysOfTheSameDescentCannotApprove(t *testing.T) {
	t.Parallel()
	o := newOffice(t, map[string]string{"PLATEN_RATE_ADMIN": "400/800", "PLATEN_RATE_READ": "1000/2000"})
	o.policy(t, `{"action":"render","required_approvals":1}`)
	all, err := json.Marshal(everyScope)
	if err != nil {
		t.Fatal(err)
	}
	request := fmt.Sprintf(`{"mode":"live","scopes":%s}`, all)
	root := o.Key(t, "live", everyScope...)
	stranger := o.Key(t, "live", everyScope...)
	child := makeKey(t, o.Service, root, request)
	var viaAdmin credential
	o.must(t, o.Do(t, "POST", "/admin/keys", child.Secret, fmt.Sprintf(`{"name":"x","scopes":%s}`, all)), 201).JSON(t, &viaAdmin)
	grandchild := makeKey(t, o.Service, viaAdmin.Secret, request)
	var rotated, byStranger credential
	o.must(t, o.Do(t, "POST", "/api/v1/api-keys/"+grandchild.ID+"/rotate", root, ""), 201).JSON(t, &rotated)
	o.must(t, o.Do(t, "POST", "/api/v1/api-keys/"+rotated.ID+"/rotate", stranger, ""), 201).JSON(t, &byStranger)

	// Two issuers: one that a descendant of root registered, one of the stranger's.
	id := newIdentity(t)
	for by, name := range map[string]string{rotated.Secret: "https://line.example/", stranger: "https://stranger.example/"} {
		o.must(t, o.Do(t, "POST", "/api/v1/jwt-issuers", by, fmt.Sprintf(`{"issuer":%q,"jwks_url":%q}`, name, id.URL+"/jwks.json")), 201)
	}
	ofLine, ofStranger := id.token(t, "https://line.example/", "eve", "approvals:decide render:write"), id.token(t, "https://stranger.example/", "sam", "approvals:decide render:write")
	mallory := id.token(t, "https://line.example/", "mallory", "approvals:decide render:write")

	n := 0
	ask := func(by string) string {
		n++
		return o.waits(t, by, generate, card("preview", fmt.Sprint("request ", n)))
	}
	onPage := func(key, approval string) string { t.Helper(); return o.decideOnPage(t, key, approval) }
	const own = "SELF_ACTION_NOT_ALLOWED"
	for requester, key := range map[string]string{"the root": root, "a child": child.Secret, "a grandchild": grandchild.Secret, "a successor": rotated.Secret} {
		approval := ask(key)
		for decider, tok := range map[string]string{"the root": root, "a child": child.Secret, "a grandchild": grandchild.Secret, "a successor": rotated.Secret, "a token of its issuer": ofLine} {
			if a := o.decide(t, tok, approval, "approve"); a.Status != 400 || !strings.Contains(string(a.Body), own) {
				t.Errorf("%s asked, %s decides: %d %s", requester, decider, a.Status, a.Body)
			}
			if a := o.Do(t, "POST", "/platen.approvals.v1.ApprovalService/ApproveApproval", tok, fmt.Sprintf(`{"approvalId":%q}`, approval)); !strings.Contains(string(a.Body), own) {
				t.Errorf("%s asked, %s decides over Connect: %d %s", requester, decider, a.Status, a.Body)
			}
			if got := onPage(tok, approval); got != own {
				t.Errorf("%s asked, %s decides on the page: %s", requester, decider, got)
			}
		}
	}
	// The line includes the subjects of its issuers.
	if got := onPage(child.Secret, ask(ofLine)); got != own {
		t.Errorf("a token of the line's issuer asked, the line decides: %s", got)
	}
	// What two lines know belongs to both.
	for name, key := range map[string]string{"the one": root, "the other": stranger} {
		if got := onPage(byStranger.Secret, ask(key)); got != own {
			t.Errorf("%s asked, a successor that both know decides: %s", name, got)
		}
	}
	// Others may decide: another line, people of another line's issuer, and another person of the same issuer.
	if got := onPage(stranger, ask(child.Secret)); got != "approved" {
		t.Errorf("another line decides: %s", got)
	}
	if a := o.decide(t, ofStranger, ask(grandchild.Secret), "approve"); a.Status != 200 {
		t.Errorf("a token of another line's issuer: %d %s", a.Status, a.Body)
	}
	if a := o.decide(t, mallory, ask(ofLine), "approve"); a.Status != 200 {
		t.Errorf("another person of one issuer: %d %s", a.Status, a.Body)
	}
	// No one counts twice where two have to approve.
	o.policy(t, `{"action":"sign","required_approvals":2}`)
	twice := o.waits(t, stranger, "/api/v1/generate/sign", `{"items":[{"html":"<p>x</p>","width":64,"height":32}]}`)
	if got := onPage(root, twice); got != "pending" {
		t.Fatalf("the first of two approvals: %s", got)
	}
	for name, tok := range map[string]string{"a child": child.Secret, "a successor": rotated.Secret} {
		if got := onPage(tok, twice); got != "review_given" {
			t.Errorf("%s of the first approver decides as a second person: %s", name, got)
		}
	}
	if a := o.decide(t, ofLine, twice, "approve"); a.Status != 409 {
		t.Errorf("a token of the first approver's issuer counts as a second person: %d %s", a.Status, a.Body)
	}
}

var formSecret = regexp.MustCompile(`name="form" value="([^"]+)"`)

// decideOnPage signs in to the review page with a token and approves there. It returns the code of the refusal, or
// the status of the approval after it.
func (o *office) decideOnPage(t *testing.T, tok, approval string) string {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Jar: jar}
	page := o.URL + "/review/" + approval
	read := func(res *http.Response, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = res.Body.Close() }()
		text, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	_ = read(client.PostForm(o.URL+"/review/-/sign-in", url.Values{"token": {tok}, "next": {"/review/" + approval}}))
	text := read(client.Get(page))
	secret := ""
	if m := formSecret.FindStringSubmatch(text); m != nil {
		secret = m[1]
	}
	text = read(client.PostForm(page, url.Values{"form": {secret}, "verdict": {"approve"}}))
	if strings.Contains(text, "This is your own request; another person must decide.") {
		return "SELF_ACTION_NOT_ALLOWED"
	}
	var v struct{ Status string }
	o.Do(t, "GET", "/api/v1/approvals/"+approval, o.Key(t, "live", "approvals:read"), "").JSON(t, &v)
	if strings.Contains(text, "You have decided already") {
		return "review_given"
	}
	return v.Status
}
