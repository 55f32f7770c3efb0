package provider

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/platenhq/platen/modules/platform/egress"
)

// file is a small image file.
var file = func() []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewRGBA(image.Rect(0, 0, 8, 8))); err != nil {
		panic(err)
	}
	return b.Bytes()
}()

var job = Job{Prompt: "a harbour at dawn", Substyle: "realistic_image", Colors: []string{"#0B1F3A", "#FFB300"}, Width: 1200, Height: 630, Seed: 7}

// server starts a provider whose handler receives the decoded body; the counter counts requests.
func server(t *testing.T, handle func(w http.ResponseWriter, r *http.Request, body map[string]any)) (url string, requests *atomic.Int32) {
	t.Helper()
	requests = &atomic.Int32{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		var body map[string]any
		if r.Method == http.MethodPost {
			data, _ := io.ReadAll(r.Body)
			if err := json.Unmarshal(data, &body); err != nil {
				t.Errorf("the body is not JSON: %v", err)
			}
		}
		handle(w, r, body)
	}))
	t.Cleanup(s.Close)
	return s.URL, requests
}

func open(t *testing.T, c Config) Provider {
	t.Helper()
	if c.Timeout == 0 {
		c.Timeout = time.Minute // never reached
	}
	c.Backoff = time.Millisecond
	p, err := New(c, egress.New(egress.Config{AllowLoopback: true}))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func reply(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

func data64() map[string]any {
	return map[string]any{"created": 1, "data": []any{map[string]any{"b64_json": base64.StdEncoding.EncodeToString(file)}}}
}

func TestRecraftWireFormat(t *testing.T) {
	t.Parallel()
	url, _ := server(t, func(w http.ResponseWriter, r *http.Request, in map[string]any) {
		if r.URL.Path == "/users/me" {
			reply(w, 200, map[string]any{"credits": 10})
			return
		}
		controls, _ := json.Marshal(in["controls"])
		if r.URL.Path != "/images/generations" || r.Header.Get("Authorization") != "Bearer k" || in["model"] != "recraftv3" || in["style"] != "realistic_image" ||
			in["size"] != "2048x1024" || in["response_format"] != "b64_json" || in["prompt"] != job.Prompt || in["n"] != 1.0 ||
			string(controls) != `{"colors":[{"rgb":[11,31,58]},{"rgb":[255,179,0]}]}` {
			t.Errorf("asked %s %v %v", r.URL, r.Header, in)
		}
		reply(w, 200, data64())
	})
	p := open(t, Config{Name: "recraft", URL: url, Key: "k"})
	res, err := p.Make(t.Context(), job)
	if err != nil || !bytes.Equal(res.File, file) {
		t.Fatal(res, err)
	}
	if err := p.Ping(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestOpenAIWireFormat(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ model, size, format, output string }{
		{"", "1536x1024", "", "png"}, {"dall-e-3", "1792x1024", "b64_json", ""}, {"flux", "1408x768", "b64_json", ""},
	} {
		url, _ := server(t, func(w http.ResponseWriter, r *http.Request, in map[string]any) {
			format, _ := in["response_format"].(string)
			output, _ := in["output_format"].(string)
			if r.URL.Path != "/v1/images/generations" || in["size"] != c.size || format != c.format || output != c.output || !strings.Contains(fmt.Sprint(in["prompt"]), "#0B1F3A") {
				t.Errorf("%s: asked %s %v", c.model, r.URL, in)
			}
			reply(w, 200, data64())
		})
		if res, err := open(t, Config{Name: "openai", URL: url + "/v1/", Key: "k", Model: c.model}).Make(t.Context(), job); err != nil || !bytes.Equal(res.File, file) {
			t.Error(c.model, res, err)
		}
	}
}

func TestRemoteImageIsFetched(t *testing.T) {
	t.Parallel()
	var url string
	url, _ = server(t, func(w http.ResponseWriter, r *http.Request, _ map[string]any) {
		if r.URL.Path == "/file.png" {
			if r.Header.Get("Authorization") != "" {
				t.Error("the key was sent to the host of the image")
			}
			_, _ = w.Write(file)
			return
		}
		reply(w, 200, map[string]any{"data": []any{map[string]any{"url": url + "/file.png"}}})
	})
	if res, err := open(t, Config{Name: "openai", URL: url, Key: "k"}).Make(t.Context(), job); err != nil || !bytes.Equal(res.File, file) {
		t.Fatal(res, err)
	}
}

func TestAutomatic1111WireFormat(t *testing.T) {
	t.Parallel()
	info := `{"seed": 7}`
	url, _ := server(t, func(w http.ResponseWriter, r *http.Request, in map[string]any) {
		settings, _ := json.Marshal(in["override_settings"])
		user, password, _ := r.BasicAuth()
		if r.URL.Path != "/sdapi/v1/txt2img" || in["seed"] != 7.0 || in["steps"] != 30.0 || in["width"] != 1088.0 || in["height"] != 576.0 || in["save_images"] != false ||
			string(settings) != `{"sd_model_checkpoint":"sdxl"}` || user != "u" || password != "p" {
			t.Errorf("asked %s %v %v", r.URL, r.Header, in)
		}
		reply(w, 200, map[string]any{"images": []string{base64.StdEncoding.EncodeToString(file)}, "parameters": map[string]any{}, "info": info})
	})
	p := open(t, Config{Name: "automatic1111", URL: url, Key: "u:p", Model: "sdxl", Steps: 30})
	if res, err := p.Make(t.Context(), job); err != nil || !bytes.Equal(res.File, file) {
		t.Fatal(res, err)
	}
	info = `{"nsfw_content_detected": [true]}`
	if res, err := p.Make(t.Context(), job); err != nil || len(res.Flagged) != 1 || res.File != nil {
		t.Error("a flagged image:", res, err)
	}
}

func TestComfyUIWireFormat(t *testing.T) {
	t.Parallel()
	var polls atomic.Int32
	outcome := "success"
	url, _ := server(t, func(w http.ResponseWriter, r *http.Request, in map[string]any) {
		switch r.URL.Path {
		case "/prompt":
			graph, _ := json.Marshal(in["prompt"])
			for _, want := range []string{`"ckpt_name":"sd.safetensors"`, `"class_type":"KSampler"`, `"seed":7`, `a harbour at dawn`, `"images":["6",0]`} {
				if !strings.Contains(string(graph), want) {
					t.Errorf("the graph has no %s: %s", want, graph)
				}
			}
			reply(w, 200, map[string]any{"prompt_id": "abc", "number": 1, "node_errors": map[string]any{}})
		case "/history/abc":
			if polls.Add(1) < 3 {
				reply(w, 200, map[string]any{})
				return
			}
			reply(w, 200, map[string]any{"abc": map[string]any{"status": map[string]any{"status_str": outcome, "completed": true, "messages": []any{}},
				"outputs": map[string]any{"7": map[string]any{"images": []any{map[string]any{"filename": "a b.png", "subfolder": "", "type": "output"}}}}}})
		case "/view":
			if r.URL.Query().Get("filename") != "a b.png" || r.URL.Query().Get("type") != "output" {
				t.Errorf("viewed %s", r.URL)
			}
			_, _ = w.Write(file)
		default:
			t.Errorf("asked %s", r.URL)
		}
	})
	p := open(t, Config{Name: "comfyui", URL: url, Model: "sd.safetensors", Steps: 20})
	if res, err := p.Make(t.Context(), job); err != nil || !bytes.Equal(res.File, file) {
		t.Fatal(res, err)
	}
	outcome = "error"
	var e *Error
	if _, err := p.Make(t.Context(), job); !errors.As(err, &e) || e.Kind != Failing {
		t.Error("a failed graph:", err)
	}
}

// TestErrorsAreClassified checks the error kind of every invalid response, for all providers that respond synchronously.
func TestErrorsAreClassified(t *testing.T) {
	t.Parallel()
	html := func(w http.ResponseWriter) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, "<!doctype html><title>Sign in</title>")
	}
	asFile := func(data []byte) func(w http.ResponseWriter) {
		text := base64.StdEncoding.EncodeToString(data)
		return func(w http.ResponseWriter) {
			reply(w, 200, map[string]any{"data": []any{map[string]any{"b64_json": text}}, "images": []string{text}})
		}
	}
	endless := func(w http.ResponseWriter) {
		block := bytes.Repeat([]byte("A"), 1<<20)
		_, _ = io.WriteString(w, `{"data":[{"b64_json":"`)
		for range 200 {
			if _, err := w.Write(block); err != nil {
				return
			}
		}
	}
	for _, c := range []struct {
		name     string
		response func(w http.ResponseWriter)
		kind     Kind
		tries    int32
	}{
		{"429", func(w http.ResponseWriter) { reply(w, 429, map[string]any{"error": "slow down"}) }, Busy, 3},
		{"500", func(w http.ResponseWriter) { reply(w, 500, map[string]any{}) }, Failing, 3},
		{"401", func(w http.ResponseWriter) {
			reply(w, 401, map[string]any{"error": map[string]any{"message": "bad key"}})
		}, Refused, 1},
		{"400", func(w http.ResponseWriter) {
			reply(w, 400, map[string]any{"error": map[string]any{"message": "bad size"}})
		}, Refused, 1},
		{"302", func(w http.ResponseWriter) { w.Header().Set("Location", "http://169.254.169.254/"); w.WriteHeader(302) }, Refused, 1},
		{"HTML for JSON", html, InvalidResponse, 1},
		{"HTML for an image", asFile([]byte("<!doctype html><title>Sign in</title>")), InvalidResponse, 1},
		{"nothing", func(w http.ResponseWriter) { reply(w, 200, map[string]any{"data": []any{}}) }, InvalidResponse, 1},
		{"no base64", func(w http.ResponseWriter) {
			reply(w, 200, map[string]any{"data": []any{map[string]any{"b64_json": "%%%"}}, "images": []string{"%%%"}})
		}, InvalidResponse, 1},
		{"200 MB announced", func(w http.ResponseWriter) { w.Header().Set("Content-Length", "209715200"); w.WriteHeader(200) }, TooLarge, 1},
		{"200 MB endless", endless, TooLarge, 1},
		{"a connection that breaks off", func(w http.ResponseWriter) { panic(http.ErrAbortHandler) }, Failing, 1},
	} {
		for _, name := range []string{"recraft", "openai", "automatic1111"} {
			t.Run(name+"/"+c.name, func(t *testing.T) {
				t.Parallel()
				url, requests := server(t, func(w http.ResponseWriter, _ *http.Request, _ map[string]any) { c.response(w) })
				_, err := open(t, Config{Name: name, URL: url, Key: "secret-key", Retries: 2}).Make(t.Context(), job)
				var e *Error
				if !errors.As(err, &e) || e.Kind != c.kind {
					t.Fatalf("%v; want %s", err, c.kind)
				}
				if n := requests.Load(); n != c.tries {
					t.Errorf("%d requests, want %d", n, c.tries)
				}
				if strings.Contains(err.Error(), "secret-key") {
					t.Error("the key is in the error")
				}
			})
		}
	}
}

func TestRecoveredProviderIsCalledAgain(t *testing.T) {
	t.Parallel()
	var n atomic.Int32
	url, _ := server(t, func(w http.ResponseWriter, _ *http.Request, _ map[string]any) {
		switch n.Add(1) {
		case 1:
			reply(w, 429, map[string]any{})
		case 2:
			reply(w, 503, map[string]any{})
		default:
			reply(w, 200, data64())
		}
	})
	if _, err := open(t, Config{Name: "openai", URL: url, Retries: 2}).Make(t.Context(), job); err != nil {
		t.Fatal(err)
	}
}

func TestRetryAfterIsWaitedForWithinTheTime(t *testing.T) {
	t.Parallel()
	url, requests := server(t, func(w http.ResponseWriter, _ *http.Request, _ map[string]any) {
		w.Header().Set("Retry-After", "10")
		reply(w, 429, map[string]any{})
	})
	ctx, stop := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer stop()
	_, err := open(t, Config{Name: "openai", URL: url, Retries: 2}).Make(ctx, job)
	if !errors.Is(err, context.DeadlineExceeded) || requests.Load() != 1 {
		t.Errorf("%v after %d requests", err, requests.Load())
	}
}

func TestSlowDripTimesOut(t *testing.T) {
	t.Parallel()
	url, requests := server(t, func(w http.ResponseWriter, r *http.Request, _ map[string]any) {
		w.WriteHeader(200)
		for {
			if _, err := io.WriteString(w, " "); err != nil {
				return
			}
			w.(http.Flusher).Flush()
			select {
			case <-r.Context().Done():
				return
			case <-time.After(20 * time.Millisecond):
			}
		}
	})
	_, err := open(t, Config{Name: "openai", URL: url, Retries: 2, Timeout: 300 * time.Millisecond}).Make(t.Context(), job)
	if !errors.Is(err, context.DeadlineExceeded) || requests.Load() != 1 {
		t.Errorf("%v after %d requests", err, requests.Load())
	}
}

func TestUnsafeContentIsRejected(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		body any
		want string
	}{
		"OpenAI with categories": {map[string]any{"error": map[string]any{"code": "moderation_blocked", "type": "image_generation_user_error",
			"message": "Your request was rejected by the safety system. safety_violations=[violence, self-harm]."}}, "[violence self-harm]"},
		"OpenAI without": {map[string]any{"error": map[string]any{"code": "content_policy_violation", "message": "no"}}, "[flagged]"},
		"words alone":    {map[string]any{"error": map[string]any{"code": nil, "message": "Your request was rejected as a result of our safety system."}}, "[flagged]"},
		"a flat error":   {map[string]any{"code": "unsafe_content", "message": "no"}, "[flagged]"},
		"another reason": {map[string]any{"error": map[string]any{"code": "invalid_size", "message": "Sizes are …"}}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url, requests := server(t, func(w http.ResponseWriter, _ *http.Request, _ map[string]any) { reply(w, 400, c.body) })
			res, err := open(t, Config{Name: "openai", URL: url, Retries: 2}).Make(t.Context(), job)
			if c.want == "" {
				if err == nil {
					t.Error("no error")
				}
				return
			}
			if err != nil || fmt.Sprint(res.Flagged) != c.want || requests.Load() != 1 {
				t.Errorf("%v, %v after %d requests; want %s", res, err, requests.Load(), c.want)
			}
		})
	}
}

func TestPrivateAddressesNeedTheConfiguration(t *testing.T) {
	t.Parallel()
	guard := egress.New(egress.Config{})
	for _, c := range []struct {
		url      string
		networks []string
		ok       bool
	}{
		{"http://127.0.0.1:7860", nil, false}, {"http://10.0.0.5:7860", nil, false}, {"https://10.0.0.5", nil, false}, {"http://sd.example.com", nil, false}, {"http://gpu:7860", nil, false},
		{"https://sd.example.com", nil, true},
		{"http://10.0.0.5:7860", []string{"10.0.0.5/32"}, true}, {"http://10.0.0.6:7860", []string{"10.0.0.5/32"}, false}, {"http://gpu:7860", []string{"172.16.0.0/12"}, true},
		{"ftp://10.0.0.5", []string{"10.0.0.5/32"}, false},
	} {
		var networks []netip.Prefix
		for _, n := range c.networks {
			networks = append(networks, netip.MustParsePrefix(n))
		}
		_, err := New(Config{Name: "automatic1111", URL: c.url, Networks: networks, Timeout: time.Second}, guard)
		if (err == nil) != c.ok {
			t.Errorf("%s within %v: %v", c.url, c.networks, err)
		}
	}
	// Even for a permitted host name, the resolved address must be in the networks.
	url, _ := server(t, func(w http.ResponseWriter, _ *http.Request, _ map[string]any) { reply(w, 200, data64()) })
	p, err := New(Config{Name: "openai", URL: strings.Replace(url, "127.0.0.1", "localhost", 1), Networks: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}, Timeout: time.Second}, guard)
	if err != nil {
		t.Fatal(err)
	}
	var e *Error
	if _, err := p.Make(t.Context(), job); !errors.As(err, &e) || e.Kind != Unreachable {
		t.Errorf("localhost outside the networks: %v", err)
	}
}

func TestWatchedReportsOpenStreams(t *testing.T) {
	t.Parallel()
	var down atomic.Bool
	url, requests := server(t, func(w http.ResponseWriter, _ *http.Request, _ map[string]any) {
		if down.Load() {
			reply(w, 500, map[string]any{})
			return
		}
		reply(w, 200, data64())
	})
	w := Watch(open(t, Config{Name: "openai", URL: url}))
	for range 3 {
		if err := w.State(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if requests.Load() != 1 {
		t.Errorf("asked %d times, want once", requests.Load())
	}
	down.Store(true)
	if _, err := w.Make(t.Context(), job); err == nil || w.State(t.Context()) == nil {
		t.Error("a failure is not remembered")
	}
	down.Store(false)
	if _, err := w.Make(t.Context(), job); err != nil || w.State(t.Context()) != nil {
		t.Error("a success is not remembered")
	}
}

func FuzzFlagged(f *testing.F) {
	f.Add(`{"error":{"code":"moderation_blocked","message":"safety_violations=[violence]"}}`)
	f.Add(`{"error":"content policy"}`)
	f.Add(`[]`)
	f.Fuzz(func(t *testing.T, body string) {
		found := flagged(&response{status: 400, body: []byte(body)})
		if len(found) > 8 {
			t.Errorf("%d categories", len(found))
		}
		for _, c := range found {
			if c == "" || len(c) >= 40 {
				t.Errorf("the category %q", c)
			}
		}
		if flagged(&response{status: 500, body: []byte(body)}) != nil {
			t.Error("a failure is no verdict")
		}
	})
}
