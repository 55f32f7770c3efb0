package scenarios

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// TestSessionsEndWithTheirCredential signs in to the console and to the review page with an API key and with a JWT, and
// ends the credential: the key is revoked, the issuer of the token deleted. The earlier cookies then read
// and decide nothing.
func TestSessionsEndWithTheirCredential(t *testing.T) {
	t.Parallel()
	o := newOffice(t, nil)
	o.policy(t, `{"action":"render"}`)
	id := o.waits(t, o.Live, generate, card("render", "ending"))
	key := o.must(t, o.Do(t, "POST", "/api/v1/api-keys", o.Live, `{"mode":"live","name":"reviewer","scopes":["approvals:read","approvals:decide","images:read"]}`), 201)
	var made struct{ ID, Secret string }
	key.JSON(t, &made)
	person := o.person(t, "live", "ada")

	type session struct {
		name, review, secret, console, form string
	}
	open := func(name, token string) session {
		t.Helper()
		in := o.Do(t, "POST", "/review/-/sign-in", "", "token="+url.QueryEscape(token)+"&next=/review/"+id, "Content-Type", "application/x-www-form-urlencoded")
		s := session{name: name}
		s.review, _, _ = strings.Cut(in.Header.Get("Set-Cookie"), ";")
		if m := formSecret.FindSubmatch(o.must(t, o.Do(t, "GET", "/review/"+id, "", "", "Cookie", s.review), 200).Body); m != nil {
			s.secret = string(m[1])
		}
		body, err := json.Marshal(map[string]string{"token": token})
		if err != nil {
			t.Fatal(err)
		}
		in = o.must(t, o.Do(t, "POST", "/console/session", "", string(body)), 200)
		s.console, _, _ = strings.Cut(in.Header.Get("Set-Cookie"), ";")
		var state struct{ Form string }
		in.JSON(t, &state)
		s.form = state.Form
		return s
	}
	requests := func(s session) map[string]int {
		t.Helper()
		return map[string]int{
			"the console's API":   o.Do(t, "GET", "/console/api/api/v1/approvals", "", "", "Cookie", s.console, "X-Platen-Form", s.form).Status,
			"the console's proof": o.Do(t, "GET", "/console/proof/"+id+"/0.png", "", "", "Cookie", s.console).Status,
			"the review's list":   o.Do(t, "GET", "/review/", "", "", "Cookie", s.review).Status,
			"the review's page":   o.Do(t, "GET", "/review/"+id, "", "", "Cookie", s.review).Status,
			"the review's proof":  o.Do(t, "GET", "/review/"+id+"/proof/0.png", "", "", "Cookie", s.review).Status,
		}
	}
	ended := func(s session) {
		t.Helper()
		for what, status := range requests(s) {
			if status != http.StatusUnauthorized {
				t.Errorf("%s, %s after the end: %d, want 401", s.name, what, status)
			}
		}
		a := o.Do(t, "POST", "/review/"+id, "", "verdict=approve&form="+url.QueryEscape(s.secret), "Content-Type", "application/x-www-form-urlencoded", "Cookie", s.review)
		if a.Status != http.StatusUnauthorized {
			t.Errorf("%s decides after the end: %d, want 401", s.name, a.Status)
		}
		var state struct {
			SignedIn bool `json:"signed_in"`
		}
		o.must(t, o.Do(t, "GET", "/console/session", "", "", "Cookie", s.console), 200).JSON(t, &state)
		if state.SignedIn {
			t.Errorf("%s: the console shows a person after the end", s.name)
		}
	}

	byKey, byToken := open("API key", made.Secret), open("JWT", person)
	for _, s := range []session{byKey, byToken} {
		for what, status := range requests(s) {
			if status != http.StatusOK {
				t.Errorf("%s, %s: %d, want 200", s.name, what, status)
			}
		}
	}
	o.must(t, o.Do(t, "DELETE", "/api/v1/api-keys/"+made.ID, o.Live, ""), 200)
	ended(byKey)
	if status := requests(byToken)["the review's page"]; status != http.StatusOK {
		t.Errorf("another person's session after the key was revoked: %d", status)
	}
	issuer := o.must(t, o.Do(t, "GET", "/api/v1/jwt-issuers", o.Live, ""), 200)
	var list struct{ Data []struct{ ID string } }
	issuer.JSON(t, &list)
	if len(list.Data) == 0 {
		t.Fatalf("no issuer: %s", issuer.Body)
	}
	for _, i := range list.Data {
		o.must(t, o.Do(t, "DELETE", "/api/v1/jwt-issuers/"+i.ID, o.Live, ""), 200)
	}
	ended(byToken)
	if v := o.approval(t, o.Live, id); v.Status != "pending" {
		t.Errorf("an ended session decided: %+v", v)
	}
}
