package scenarios

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"

	"github.com/platenhq/platen/e2e/harness"
)

// aiImage is a response of the AI endpoints.
type aiImage struct {
	ID, SHA256, URL, Provider, Model, Determinism, Mood string
	Width, Height                                       int
	Seed                                                int64
	RequestHash                                         string `json:"request_hash"`
	CreditsCharged                                      int    `json:"credits_charged"`
	Cached, Watermarked, Livemode                       bool
	Colors                                              []string
	Warnings                                            []struct{ Code, Word string }
	Calm                                                *struct{ Width, Height int }
	Vector                                              *struct{ ID, URL string }
	BrandKit                                            *struct{ ID string } `json:"brand_kit"`
	DecisionID                                          string               `json:"decision_id"`
}

// painter starts a service with rate limits for many AI requests.
func painter(t *testing.T, settings map[string]string) *harness.Service {
	t.Helper()
	all := map[string]string{"PLATEN_ALLOW_LOOPBACK": "1", "PLATEN_RATE_AI": "1000/2000", "PLATEN_RATE_READ": "1000/2000"}
	for k, v := range settings {
		all[k] = v
	}
	return harness.Start(t, all)
}

func paint(t *testing.T, s *harness.Service, path, key, body string, headers ...string) aiImage {
	t.Helper()
	a := s.Do(t, "POST", "/api/v1/ai/"+path, key, body, headers...)
	if a.Status != 200 {
		t.Fatalf("%s %s: %d %s", path, body, a.Status, a.Body)
	}
	var i aiImage
	a.JSON(t, &i)
	return i
}

func TestGeneratedImagesAreStoredLikeRenderedOnes(t *testing.T) {
	t.Parallel()
	s := painter(t, nil)
	const body = `{"prompt":"a lighthouse at dusk with a zorgblat","substyle":"vector_illustration","width":400,"height":256}`
	live := paint(t, s, "generate", s.Live, body)
	if live.CreditsCharged != 10 || live.Watermarked || !live.Livemode || live.Vector == nil || len(live.Warnings) != 1 || live.Warnings[0].Word != "zorgblat" {
		t.Errorf("live: %+v", live)
	}
	test := paint(t, s, "generate", s.Test, body)
	if test.CreditsCharged != 0 || !test.Watermarked || test.SHA256 == live.SHA256 || test.RequestHash != live.RequestHash || test.Seed != live.Seed {
		t.Errorf("test: %+v", test)
	}
	file := s.Do(t, "GET", live.URL, "", "")
	if p, err := png.Decode(bytes.NewReader(file.Body)); err != nil || p.Bounds().Dx() != 400 || p.Bounds().Dy() != 256 {
		t.Errorf("the public file: %v", err)
	}
	if svg := s.Do(t, "GET", test.Vector.URL, "", ""); svg.Status != 200 || !strings.HasSuffix(strings.TrimSpace(string(svg.Body)), "</svg>") {
		t.Errorf("the test SVG: %d", svg.Status)
	} else if plain := s.Do(t, "GET", live.Vector.URL, "", ""); len(plain.Body) >= len(svg.Body) {
		t.Errorf("the test SVG has no mark: %d bytes beside %d", len(svg.Body), len(plain.Body))
	}
	var receipt struct {
		Engine      struct{ Name, Version string }
		Determinism string
		Request     map[string]any
		Output      struct{ SHA256 string }
		Watermarked bool
	}
	s.Do(t, "GET", "/api/v1/images/"+live.ID+"/receipt", s.Live, "").JSON(t, &receipt)
	if receipt.Engine.Name != "builtin" || receipt.Engine.Version == "" || receipt.Determinism != "computed" || receipt.Request["kind"] != "image" || receipt.Output.SHA256 != live.SHA256 {
		t.Errorf("the receipt: %+v", receipt)
	}
	var decision struct {
		Action, Outcome, Subject string
		Facts                    map[string]any
	}
	s.Do(t, "GET", "/api/v1/decisions/"+live.DecisionID, s.Live, "").JSON(t, &decision)
	if decision.Action != "ai.generate" || decision.Outcome != "completed" || decision.Subject != live.ID || decision.Facts["provider"] != "builtin" {
		t.Errorf("the decision: %+v", decision)
	}
	if a := s.Do(t, "GET", "/api/v1/images/"+live.ID, s.Test, ""); a.Status != 404 {
		t.Errorf("the live image with a test key: %d", a.Status)
	}
}

// TestSubjectsNotDrawnAreRejected: a prompt whose subject the built-in generator cannot draw is rejected over REST and
// Connect and costs nothing; the request with its patch applied succeeds.
func TestSubjectsNotDrawnAreRejected(t *testing.T) {
	t.Parallel()
	s := painter(t, nil)
	before := available(t, s)
	for prompt, word := range map[string]string{"children in a stadium": "children", "golden retriever": "retriever", "a bottle of beer": "beer", "a violin": "violin"} {
		body := fmt.Sprintf(`{"prompt":%q,"width":256,"height":256}`, prompt)
		a := s.Do(t, "POST", "/api/v1/ai/generate", s.Live, body)
		var problem struct {
			Error struct{ Details []lockDetail }
		}
		a.JSON(t, &problem)
		if got := code(t, a); got != "400 VALIDATION_FAILED subject_not_drawable" || problem.Error.Details[0].Path != "/prompt" || !bytes.Contains(a.Body, []byte(word)) || !bytes.Contains(a.Body, []byte("capabilities")) {
			t.Errorf("%s: %s: %s", prompt, got, a.Body)
			continue
		}
		if c := s.Do(t, "POST", "/platen.ai.v1.AiService/Generate", s.Live, body); c.Status != 400 || !bytes.Contains(c.Body, []byte("subject_not_drawable")) {
			t.Errorf("%s over Connect: %d %s", prompt, c.Status, c.Body)
		}
		fixed := applyPatches(t, body, problem.Error.Details)
		if b := s.Do(t, "POST", "/api/v1/ai/generate", s.Test, fixed); b.Status != 200 {
			t.Errorf("%s is not fixed by %s: %s", prompt, fixed, b.Body)
		}
	}
	if now := available(t, s); now != before {
		t.Errorf("refusals cost %v credits", before-now)
	}
}

func TestAIRequestIsChargedOnce(t *testing.T) {
	t.Parallel()
	s := painter(t, nil)
	before := available(t, s)
	const body = `{"width":300,"height":256,"mood":"luxury"}`
	var wait sync.WaitGroup
	images := make([]aiImage, 8)
	for i := range images {
		wait.Go(func() { images[i] = paint(t, s, "generate-background", s.Live, body) })
	}
	wait.Wait()
	charged := 0
	for _, i := range images {
		charged += i.CreditsCharged
		if i.ID != images[0].ID || i.SHA256 != images[0].SHA256 {
			t.Errorf("two images: %s and %s", i.ID, images[0].ID)
		}
	}
	if spent := before - available(t, s); charged != 5 || spent != 5 {
		t.Errorf("charged %d, spent %d, want 5", charged, spent)
	}
	// Explicit and implicit defaults are the same request; a deleted image is generated and charged again.
	if i := paint(t, s, "generate-background", s.Live, `{"height":256,"width":300,"mood":"luxury","colors":[]}`); !i.Cached || i.CreditsCharged != 0 {
		t.Errorf("the same in other words: %+v", i)
	}
	if a := s.Do(t, "DELETE", "/api/v1/images/"+images[0].ID, s.Live, ""); a.Status != 200 {
		t.Fatalf("deleting: %d %s", a.Status, a.Body)
	}
	again := paint(t, s, "generate-background", s.Live, body)
	if again.Cached || again.CreditsCharged != 5 || again.ID == images[0].ID || again.SHA256 != images[0].SHA256 {
		t.Errorf("after deleting: %+v", again)
	}
	// One Idempotency-Key runs once and replays.
	key := []string{"Idempotency-Key", uuid.NewString()}
	first := s.Do(t, "POST", "/api/v1/ai/mesh-gradient", s.Live, `{"seed":5}`, key...)
	replay := s.Do(t, "POST", "/api/v1/ai/mesh-gradient", s.Live, `{"seed":5}`, key...)
	if !bytes.Equal(first.Body, replay.Body) || replay.Header.Get("Idempotent-Replayed") != "true" || replay.Header.Get("X-Credits-Charged") != "0" || first.Header.Get("X-Credits-Charged") != "1" {
		t.Errorf("replayed: %v %v", first.Header, replay.Header)
	}
	if got := code(t, s.Do(t, "POST", "/api/v1/ai/mesh-gradient", s.Live, `{"seed":6}`, key...)); got != "409 IDEMPOTENCY_CONFLICT idempotency_key_reused" {
		t.Errorf("the key with another body: %s", got)
	}
}

func TestPromptsAreModerated(t *testing.T) {
	t.Parallel()
	s := painter(t, nil)
	before := available(t, s)
	a := s.Do(t, "POST", "/api/v1/ai/generate", s.Live, `{"prompt":"buy cocaine"}`)
	d := refused(t, a).Error.Details[0]
	if a.Status != 400 || !strings.HasPrefix(d.Context.Rule, "prompt.") || d.Path != "/prompt" || !strings.Contains(string(a.Body), `"stage":"input"`) {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	if available(t, s) != before {
		t.Error("a refusal was charged")
	}
	var list struct {
		Data []struct{ Action, Outcome string }
	}
	s.Do(t, "GET", "/api/v1/decisions?outcome=refused", s.Live, "").JSON(t, &list)
	if len(list.Data) != 1 || list.Data[0].Action != "ai.generate" {
		t.Errorf("the record: %+v", list)
	}
}

func TestGeneratedImagesRequireApproval(t *testing.T) {
	t.Parallel()
	o := newOffice(t, map[string]string{"PLATEN_RATE_AI": "1000/2000"})
	o.policy(t, `{"action":"ai.generate","when":{"livemode":true},"required_approvals":1}`)
	const body = `{"seed":77,"width":256,"height":256}`
	id := o.waits(t, o.Live, "/api/v1/ai/mesh-gradient", body)
	if again := o.waits(t, o.Live, "/api/v1/ai/mesh-gradient", body); again != id {
		t.Errorf("two approvals: %s and %s", id, again)
	}
	o.must(t, o.decide(t, o.person(t, "live", "ann"), id, "approve"), 200)
	if i := paint(t, o.Service, "mesh-gradient", o.Live, body); i.CreditsCharged != 1 {
		t.Errorf("after approval: %+v", i)
	}
	o.waits(t, o.Live, "/api/v1/ai/mesh-gradient", body) // it was used
	paint(t, o.Service, "mesh-gradient", o.Test, body)
}

func TestBrandKitSetsTheColors(t *testing.T) {
	t.Parallel()
	s := painter(t, nil)
	var brand, kit struct {
		ID      string
		Version int
	}
	a := s.Do(t, "POST", "/api/v1/brands", s.Live, `{"name":"Acme"}`)
	a.JSON(t, &brand)
	a = s.Do(t, "POST", "/api/v1/brand-kits", s.Live, fmt.Sprintf(`{"brand_id":%q,"name":"Main","colors":{"palette":{"ink":"#0F172A","sky":"#38BDF8","paper":"#FFFFFF"},"roles":{"primary":"sky","background":"paper"}}}`, brand.ID))
	a.JSON(t, &kit)
	if a.Status != 201 {
		t.Fatalf("the kit: %d %s", a.Status, a.Body)
	}
	body := fmt.Sprintf(`{"width":256,"height":256,"seed":1,"brand_kit":{"id":%q,"version":1}}`, kit.ID)
	i := paint(t, s, "mesh-gradient", s.Test, body)
	if fmt.Sprint(i.Colors) != "[#38BDF8 #FFFFFF #0F172A]" || i.BrandKit == nil || i.BrandKit.ID != kit.ID {
		t.Errorf("with the kit: %+v", i)
	}
	own := paint(t, s, "mesh-gradient", s.Test, strings.Replace(body, `"seed":1`, `"seed":1,"colors":["#111111","#222222"]`, 1))
	if fmt.Sprint(own.Colors) != "[#111111 #222222]" || own.BrandKit != nil {
		t.Errorf("with colours of its own: %+v", own)
	}
	if got := code(t, s.Do(t, "POST", "/api/v1/ai/mesh-gradient", s.Test, `{"brand_id":"brand_00000000000000000000000000"}`)); got != "404 BRAND_NOT_FOUND brand_not_found" {
		t.Errorf("no such brand: %s", got)
	}
	narrowed := s.Key(t, "test", "ai:write", "brand:brand_00000000000000000000000001")
	if a := s.Do(t, "POST", "/api/v1/ai/mesh-gradient", narrowed, fmt.Sprintf(`{"brand_id":%q}`, brand.ID)); a.Status != 403 {
		t.Errorf("another brand: %d %s", a.Status, a.Body)
	}
}

// model is a provider with OpenAI's API whose images all differ.
type model struct {
	*httptest.Server
	asked    atomic.Int64
	response atomic.Value // func(http.ResponseWriter) instead of an image
	// arrived is notified of every request; closing hold releases all of them. Both may be nil.
	arrived, hold chan struct{}
}

func newModel(t *testing.T) *model {
	t.Helper()
	m := &model{}
	m.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			_, _ = w.Write([]byte(`{"data":[]}`))
			return
		}
		n := m.asked.Add(1)
		if m.hold != nil {
			m.arrived <- struct{}{}
			<-m.hold
		}
		if f, _ := m.response.Load().(func(http.ResponseWriter)); f != nil {
			f(w)
			return
		}
		p := image.NewRGBA(image.Rect(0, 0, 64, 32))
		for k := range p.Pix {
			p.Pix[k] = 255
		}
		p.Set(int(n)%64, 3, color.RGBA{A: 255})
		var file bytes.Buffer
		_ = png.Encode(&file, p)
		_ = json.NewEncoder(w).Encode(map[string]any{"data": []any{map[string]any{"b64_json": base64.StdEncoding.EncodeToString(file.Bytes())}}})
	}))
	t.Cleanup(m.Close)
	return m
}

func (m *model) settings() map[string]string {
	return map[string]string{"PLATEN_AI_PROVIDER": "openai", "PLATEN_AI_URL": m.URL + "/v1", "PLATEN_AI_KEY": "sk-canary", "PLATEN_AI_MODEL": "flux", "PLATEN_AI_RETRIES": "0", "PLATEN_AI_TIMEOUT": "10s"}
}

func TestFirstResultOfAModelIsPinned(t *testing.T) {
	t.Parallel()
	m := newModel(t)
	m.arrived, m.hold = make(chan struct{}), make(chan struct{})
	settings := m.settings()
	settings["PLATEN_DATABASE_URL"] = harness.Database(t)
	settings["PLATEN_DATA_DIR"] = t.TempDir()
	s := painter(t, settings)
	before := available(t, s)
	const body = `{"prompt":"a cat on a mat","substyle":"realistic_image","width":256,"height":256}`
	images := make([]aiImage, 4)
	var wait sync.WaitGroup
	for i := range images {
		wait.Go(func() { images[i] = paint(t, s, "generate", s.Live, body) })
	}
	for range images {
		<-m.arrived // all four are in flight before the first gets its response
	}
	close(m.hold)
	wait.Wait()
	charged := 0
	for _, i := range images {
		charged += i.CreditsCharged
		if i.ID != images[0].ID || i.Determinism != "pinned" || i.Provider != "openai" || i.Model != "flux" || i.Width != 256 {
			t.Errorf("%+v", i)
		}
	}
	if spent := before - available(t, s); charged != 10 || spent != 10 {
		t.Errorf("charged %d and spent %d for %d responses of the model, want 10", charged, spent, m.asked.Load())
	}
	if i := paint(t, s, "generate", s.Live, `{"prompt":"hills","width":256,"height":256}`); i.Provider != "builtin" {
		t.Errorf("another substyle: %+v", i)
	}
	s.Stop()
	// Another process without the provider still returns the stored response, and an error for new requests.
	delete(settings, "PLATEN_AI_PROVIDER")
	next := harness.Start(t, map[string]string{"PLATEN_DATABASE_URL": settings["PLATEN_DATABASE_URL"], "PLATEN_DATA_DIR": settings["PLATEN_DATA_DIR"]})
	if i := paint(t, next, "generate", s.Live, body); i.ID != images[0].ID || !i.Cached || i.CreditsCharged != 0 {
		t.Errorf("from another process: %+v", i)
	}
	if got := code(t, next.Do(t, "POST", "/api/v1/ai/generate", s.Live, strings.Replace(body, "cat", "dog", 1))); got != "400 VALIDATION_FAILED provider_unavailable" {
		t.Errorf("a new one: %s", got)
	}
}

func TestProviderFailureIsNotCharged(t *testing.T) {
	t.Parallel()
	m := newModel(t)
	s := painter(t, m.settings())
	before := available(t, s)
	admin := s.Key(t, "live", "admin:read")
	health := func() string {
		var h struct {
			Checks []struct{ Name, Status string }
		}
		s.Do(t, "GET", "/health/detailed", admin, "").JSON(t, &h)
		for _, c := range h.Checks {
			if c.Name == "ai_provider" {
				return c.Status
			}
		}
		return ""
	}
	state := func() string {
		var c struct {
			Substyles []struct {
				Substyle, Provider string
				Available          bool
			}
			Providers []struct{ Name, Status string }
		}
		s.Do(t, "GET", "/api/v1/ai/capabilities", s.Live, "").JSON(t, &c)
		if c.Substyles[0].Provider != "openai" || !c.Substyles[0].Available {
			t.Errorf("capabilities: %+v", c)
		}
		for _, p := range c.Providers {
			if p.Name == "openai" {
				return p.Status
			}
		}
		return ""
	}
	if h, c := health(), state(); h != "ok" || c != "available" {
		t.Errorf("at first: %s, %s", h, c)
	}
	status := func(n int, body string) func(http.ResponseWriter) {
		return func(w http.ResponseWriter) {
			w.WriteHeader(n)
			_, _ = w.Write([]byte(body))
		}
	}
	file := func(data string) func(http.ResponseWriter) {
		return status(200, fmt.Sprintf(`{"data":[{"b64_json":%q}]}`, base64.StdEncoding.EncodeToString([]byte(data))))
	}
	for i, c := range []struct {
		response func(http.ResponseWriter)
		want     string
	}{
		{status(429, "{}"), "500 RENDER_FAILED provider_rate_limited"},
		{status(500, "{}"), "500 RENDER_FAILED provider_error"},
		{status(401, "{}"), "500 RENDER_FAILED provider_refused"},
		{status(200, "<html>"), "500 RENDER_FAILED provider_answer"},
		{file("<html>"), "500 RENDER_FAILED provider_answer"},
		{file("\x89PNG\r\n\x1a\nbroken"), "500 RENDER_FAILED provider_answer"},
		{file(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>`), "500 RENDER_FAILED provider_answer"},
		{status(400, `{"error":{"code":"moderation_blocked","message":"safety_violations=[violence]"}}`), "400 POLICY_VIOLATION prompt.violence"},
	} {
		m.response.Store(c.response)
		a := s.Do(t, "POST", "/api/v1/ai/generate", s.Live, fmt.Sprintf(`{"prompt":"a cat %d","substyle":"realistic_image","width":256,"height":256}`, i))
		if got := code(t, a); got != c.want {
			t.Errorf("%s; want %s\n%s", got, c.want, a.Body)
		}
		if strings.Contains(c.want, "POLICY") && !strings.Contains(string(a.Body), `"stage":"output"`) {
			t.Errorf("the verdict's stage: %s", a.Body)
		}
		if strings.Contains(string(a.Body), "canary") {
			t.Errorf("the key leaks: %s", a.Body)
		}
	}
	m.response.Store(status(500, "{}"))
	s.Do(t, "POST", "/api/v1/ai/generate", s.Live, `{"prompt":"a last cat","substyle":"realistic_image"}`)
	if h, c := health(), state(); h != "down" || c != "degraded" {
		t.Errorf("after a failure: %s, %s", h, c)
	}
	if now := available(t, s); now != before {
		t.Errorf("%d credits are gone", before-now)
	}
}

func TestCardAndItsBackgroundAreOneRequest(t *testing.T) {
	t.Parallel()
	s := painter(t, map[string]string{"PLATEN_RATE_PREVIEW": "1000/2000"})
	body := func(html string) string {
		text, _ := json.Marshal(html)
		return fmt.Sprintf(`{"operation":"preview","html":%s,"outputs":[{"width":320,"height":256,"format":"png"}]}`, text)
	}
	var r struct {
		Outputs  []struct{ SHA256, ImageID string }
		Warnings []struct{ Code, Path, Message string }
	}
	const html = `<ai-background mood="calm" seed="3" prompt="waves and a zorgblat" style="height:256px"><h1>Letter</h1></ai-background>`
	a := s.Do(t, "POST", generate, s.Test, body(html))
	if a.JSON(t, &r); a.Status != 200 || len(r.Outputs) != 1 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	if len(r.Warnings) != 1 || r.Warnings[0].Code != "undrawable_word" || !strings.Contains(r.Warnings[0].Message, "zorgblat") {
		t.Errorf("warnings: %+v", r.Warnings)
	}
	if b := s.Do(t, "POST", generate, s.Live, body(strings.Replace(html, `seed="3"`, `seed="4"`, 1))); b.Status != 200 || bytes.Contains(b.Body, []byte(r.Outputs[0].SHA256)) {
		t.Errorf("another seed: %d", b.Status)
	}
	if d := refused(t, s.Do(t, "POST", generate, s.Test, body(`<ai-background prompt="buy cocaine"></ai-background>`))).Error.Details[0]; !strings.HasPrefix(d.Context.Rule, "text.") {
		t.Errorf("a prompt in a document: %+v", d)
	}
	many := ""
	for i := range 9 {
		many += fmt.Sprintf(`<ai-background width="256" height="256" seed="%d"></ai-background>`, i)
	}
	if got := code(t, s.Do(t, "POST", generate, s.Test, body(many))); got != "400 VALIDATION_FAILED max_backgrounds" {
		t.Errorf("nine: %s", got)
	}
	// The same over Connect.
	c := s.Do(t, "POST", "/platen.ai.v1.AiService/GenerateMeshGradient", s.Live, `{"seed":5,"tone":"dark"}`, "Connect-Protocol-Version", "1")
	if i := paint(t, s, "mesh-gradient", s.Live, `{"seed":5,"tone":"dark"}`); c.Status != 200 || !bytes.Contains(c.Body, []byte(i.SHA256)) || !i.Cached || c.Header.Get("X-Credits-Charged") != "1" {
		t.Errorf("over Connect: %d %s %v", c.Status, c.Body, c.Header)
	}
}
