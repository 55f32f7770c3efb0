package bench

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/platenhq/platen/e2e/harness"
)

// connections is the number of concurrent clients, each with one request at a time over one connection.
const connections = 32

// BenchmarkWarmSignedURL fetches one signed URL whose image is stored: signature check, lookup, 302.
func BenchmarkWarmSignedURL(b *testing.B) {
	_, signed, _ := warm(b)
	load(b, signed, 302)
}

// BenchmarkWarmFile fetches the image that the signed URL redirects to.
func BenchmarkWarmFile(b *testing.B) {
	_, _, file := warm(b)
	load(b, file, 200)
}

// BenchmarkWarmFileByNginx fetches the same bytes from nginx with as many workers as cores.
func BenchmarkWarmFileByNginx(b *testing.B) {
	bin, err := exec.LookPath("nginx")
	if err != nil {
		b.Skip("nginx is not installed")
	}
	s, _, file := warm(b)
	dir := b.TempDir()
	_ = os.Chmod(dir, 0o755)
	body := s.Do(b, http.MethodGet, file, "", "").Body
	if err := os.WriteFile(filepath.Join(dir, "card.png"), body, 0o644); err != nil {
		b.Fatal(err)
	}
	address := fmt.Sprintf("127.0.0.1:%d", harness.FreePort(b))
	conf := fmt.Sprintf(`daemon off; worker_processes auto; pid %s/pid; error_log /dev/null; events { worker_connections 1024; }
http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000; open_file_cache max=10; types { image/png png; }
server { listen %s; root %s; add_header Cache-Control "public, max-age=31536000, immutable"; } }`, dir, address, dir)
	if err := os.WriteFile(filepath.Join(dir, "nginx.conf"), []byte("user root;\n"+conf), 0o644); err != nil {
		b.Fatal(err)
	}
	cmd := exec.Command(bin, "-p", dir, "-c", filepath.Join(dir, "nginx.conf"))
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = cmd.Process.Signal(os.Interrupt); _ = cmd.Wait() })
	for range 100 {
		if c, err := net.Dial("tcp", address); err == nil {
			_ = c.Close()
			load(b, "http://"+address+"/card.png", 200)
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	b.Fatal("nginx does not respond")
}

// warm starts a service and renders one image; it returns its signed URL and the file's address.
func warm(b *testing.B) (s *harness.Service, signed, file string) {
	b.Helper()
	s = harness.Start(b, nil)
	a := s.Do(b, http.MethodPost, "/api/v1/generate/sign", s.Live, `{"items":[{"html":"<div style='padding:80px;background:linear-gradient(135deg,#0F172A,#38BDF8);height:470px'><h1 style='font-size:96px;color:#fff'>Launch day</h1></div>"}]}`)
	var out struct{ Data []struct{ URL string } }
	a.JSON(b, &out)
	signed = out.Data[0].URL
	a = s.Do(b, http.MethodGet, signed, "", "")
	if a.Status != 302 {
		b.Fatalf("the first fetch returns %d: %s", a.Status, a.Body)
	}
	return s, signed, a.Header.Get("Location")
}

// load sends b.N requests over the connections and reports requests per second. The client parses as little
// of a response as possible, because it shares the machine with the service.
func load(b *testing.B, address string, status int) {
	b.Helper()
	u, err := url.Parse(address)
	if err != nil {
		b.Fatal(err)
	}
	request := []byte("GET " + u.RequestURI() + " HTTP/1.1\r\nHost: " + u.Host + "\r\n\r\n")
	want := []byte("HTTP/1.1 " + strconv.Itoa(status))
	var left atomic.Int64
	left.Store(int64(b.N))
	var size atomic.Int64
	var all sync.WaitGroup
	b.ResetTimer()
	for range connections {
		all.Go(func() {
			c, err := net.Dial("tcp", u.Host)
			if err != nil {
				b.Error(err)
				return
			}
			defer c.Close()
			r := bufio.NewReaderSize(c, 64<<10)
			for left.Add(-1) >= 0 {
				if _, err := c.Write(request); err != nil {
					b.Error(err)
					return
				}
				n, err := readResponse(r, want)
				if err != nil {
					b.Error(err)
					return
				}
				size.Store(int64(n))
			}
		})
	}
	all.Wait()
	b.StopTimer()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "req/s")
	b.ReportMetric(float64(size.Load()), "body-bytes")
}

// readResponse reads one response and returns the length of its body.
func readResponse(r *bufio.Reader, want []byte) (int, error) {
	length := 0
	for first := true; ; first = false {
		line, err := r.ReadSlice('\n')
		switch {
		case err != nil:
			return 0, err
		case first && !bytes.HasPrefix(line, want):
			return 0, errors.New(strings.TrimSpace(string(line)))
		case len(line) == 2:
			_, err := r.Discard(length)
			return length, err
		case len(line) > 16 && bytes.EqualFold(line[:16], []byte("Content-Length: ")):
			if length, err = strconv.Atoi(string(bytes.TrimSpace(line[16:]))); err != nil {
				return 0, err
			}
		}
	}
}
