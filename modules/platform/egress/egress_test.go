package egress_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/platenhq/platen/modules/platform/egress"
)

func TestPublic(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"8.8.8.8": true, "1.1.1.1": true, "2606:4700::1111": true, "172.32.0.1": true, "100.128.0.1": true,
		"127.0.0.1": false, "10.1.2.3": false, "172.31.255.255": false, "192.168.0.1": false, "169.254.169.254": false,
		"100.100.100.200": false, "0.0.0.0": false, "255.255.255.255": false, "224.0.0.1": false, "198.18.0.1": false,
		"::1": false, "::": false, "::ffff:127.0.0.1": false, "::ffff:8.8.8.8": true, "::127.0.0.1": false,
		"64:ff9b::7f00:1": false, "2002:7f00:1::": false, "2001:0:4136:e378:8000:63bf:3fff:fdd2": false,
		"fd00:ec2::254": false, "fe80::1": false, "ff02::1": false, "fe80::1%eth0": false, "4000::1": false,
	} {
		if got := egress.Public(netip.MustParseAddr(text)); got != want {
			t.Errorf("Public(%s) = %v, want %v", text, got, want)
		}
	}
}

func TestCheckURL(t *testing.T) {
	t.Parallel()
	strict, dev := egress.New(egress.Config{}), egress.New(egress.Config{AllowLoopback: true})
	for raw, want := range map[string][2]bool{ // strict, development
		"https://example.com/hook":                       {true, true},
		"https://8.8.8.8/":                               {true, true},
		"https://example.com:8443/x?y=1":                 {true, true},
		"http://example.com/":                            {false, false},
		"ftp://example.com/":                             {false, false},
		"https://user:pw@example.com/":                   {false, false},
		"https:///x":                                     {false, false},
		"//example.com":                                  {false, false},
		"https://127.0.0.1/":                             {false, true},
		"http://127.0.0.1:9000/":                         {false, true},
		"http://localhost:9000/":                         {false, true},
		"http://[::1]:9000/":                             {false, true},
		"https://127.1/":                                 {false, false},
		"https://0x7f.1/":                                {false, false},
		"https://2130706433/":                            {false, false},
		"https://0177.0.0.1/":                            {false, false},
		"https://metadata.internal/":                     {false, false},
		"https://intranet/":                              {false, false},
		"https://[::ffff:10.0.0.1]/":                     {false, false},
		"https://169.254.169.254/latest":                 {false, false},
		"https://exa mple.com/":                          {false, false},
		"https://example.com\\@10.0.0.1/":                {false, false},
		"https://localhost./":                            {false, true},
		"https://" + strings.Repeat("a", 2100) + ".com/": {false, false},
	} {
		for i, g := range []*egress.Guard{strict, dev} {
			_, err := g.CheckURL(raw)
			if (err == nil) != want[i] {
				t.Errorf("CheckURL(%q) with loopback %v: %v, want allowed %v", raw, i == 1, err, want[i])
			}
			if err != nil && !errors.Is(err, egress.ErrRefused) {
				t.Errorf("CheckURL(%q): %v is not ErrRefused", raw, err)
			}
		}
	}
}

func TestClientRejectsLoopbackByName(t *testing.T) {
	t.Parallel()
	reached := false
	srv := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	defer srv.Close()
	c := egress.New(egress.Config{}).Client(egress.Options{})
	for _, raw := range []string{srv.URL, strings.Replace(srv.URL, "127.0.0.1", "localhost", 1)} {
		res, err := c.Get(raw)
		if err == nil {
			res.Body.Close()
			t.Errorf("%s was reached", raw)
		}
	}
	if reached {
		t.Error("the server saw a request")
	}
}

func TestRedirectsAreCheckedAndCounted(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	mux.HandleFunc("/once", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/end", http.StatusFound) })
	mux.HandleFunc("/loop", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/loop", http.StatusFound) })
	mux.HandleFunc("/inside", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://169.254.169.254/latest", http.StatusFound)
	})
	mux.HandleFunc("/end", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "end") })
	srv := httptest.NewServer(mux)
	defer srv.Close()
	g := egress.New(egress.Config{AllowLoopback: true})
	follow, stay := g.Client(egress.Options{Redirects: 3}), g.Client(egress.Options{})
	if body, err := g.Get(t.Context(), follow, srv.URL+"/once", 10); err != nil || string(body) != "end" {
		t.Errorf("one redirect: %q, %v", body, err)
	}
	for _, path := range []string{"/loop", "/inside"} {
		if _, err := g.Get(t.Context(), follow, srv.URL+path, 10); !errors.Is(err, egress.ErrRefused) {
			t.Errorf("%s: %v, want ErrRefused", path, err)
		}
	}
	res, err := stay.Get(srv.URL + "/once")
	if err != nil || res.StatusCode != http.StatusFound {
		t.Errorf("a client without redirects: %v, %v; want the 302", res, err)
	}
	if err == nil {
		res.Body.Close()
	}
}

func TestBodiesAndTimeAreBounded(t *testing.T) {
	t.Parallel()
	release := make(chan bool)
	mux := http.NewServeMux()
	mux.HandleFunc("/endless", func(w http.ResponseWriter, _ *http.Request) {
		for {
			if _, err := w.Write(make([]byte, 4096)); err != nil {
				return
			}
		}
	})
	mux.HandleFunc("/slow", func(http.ResponseWriter, *http.Request) { <-release })
	srv := httptest.NewServer(mux)
	defer srv.Close()
	defer close(release)
	g := egress.New(egress.Config{AllowLoopback: true})
	if _, err := g.Get(t.Context(), g.Client(egress.Options{}), srv.URL+"/endless", 100_000); !errors.Is(err, egress.ErrTooLarge) {
		t.Errorf("endless body: %v", err)
	}
	if _, err := g.Get(t.Context(), g.Client(egress.Options{Timeout: 100 * time.Millisecond}), srv.URL+"/slow", 10); err == nil {
		t.Error("a silent server is waited for")
	}
}

func FuzzCheckURL(f *testing.F) {
	for _, s := range []string{"https://example.com", "https://[::ffff:7f00:1]", "https://127.1", "https://a@b", "http://localhost"} {
		f.Add(s)
	}
	g := egress.New(egress.Config{})
	f.Fuzz(func(t *testing.T, raw string) {
		u, err := g.CheckURL(raw)
		if err != nil {
			return
		}
		if u.Scheme != "https" || u.User != nil || u.Hostname() == "" {
			t.Fatalf("%q is allowed as %v", raw, u)
		}
		if a, err := netip.ParseAddr(u.Hostname()); err == nil && !egress.Public(a) {
			t.Fatalf("%q reaches %v", raw, a)
		}
	})
}
