package main

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/vector/pdftest"
)

// session is a client of render --pipe.
type session struct {
	t   *testing.T
	in  *io.PipeWriter
	out *bufio.Reader
	end chan error
}

func openSession(t *testing.T) *session {
	t.Helper()
	in, write := io.Pipe()
	read, out := io.Pipe()
	s := &session{t: t, in: write, out: bufio.NewReader(read), end: make(chan error, 1)}
	go func() {
		s.end <- pipe(t.Context(), in, out)
		_ = out.Close()
	}()
	t.Cleanup(func() {
		_ = write.Close()
		_, _ = io.Copy(io.Discard, s.out)
		if err := <-s.end; err != nil {
			t.Error(err)
		}
	})
	return s
}

func (s *session) send(v any) {
	s.t.Helper()
	line, err := json.Marshal(v)
	if err != nil {
		s.t.Fatal(err)
	}
	if _, err := s.in.Write(append(line, '\n')); err != nil {
		s.t.Fatal(err)
	}
}

// receive reads a message and the files after it.
func (s *session) receive() (pipeReply, []byte) {
	s.t.Helper()
	var head [5]byte
	if _, err := io.ReadFull(s.out, head[:]); err != nil {
		s.t.Fatal(err)
	}
	body := make([]byte, binary.BigEndian.Uint32(head[1:]))
	if _, err := io.ReadFull(s.out, body); err != nil || head[0] != pipeMessage {
		s.t.Fatalf("status %d: %.200q, %v", head[0], body, err)
	}
	n := binary.BigEndian.Uint32(body)
	var r pipeReply
	if err := json.Unmarshal(body[4:4+n], &r); err != nil {
		s.t.Fatal(err)
	}
	return r, body[4+n:]
}

// TestPipeSessionWritesTheBytesOfTheCommandLine compares requests of a session with files of platen render.
func TestPipeSessionWritesTheBytesOfTheCommandLine(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	data := write("data.json", `{"quote":"Less, but better.","author":"Dieter Rams"}`)
	for name, c := range map[string]struct {
		request string
		args    []string
	}{
		"html":           {`{"html":"<h1>Launch day</h1>","seed":0,"outputs":[{"width":600,"height":315}]}`, []string{write("a.html", "<h1>Launch day</h1>"), "--width", "600", "--height", "315"}},
		"html and data":  {`{"html":"<h1>{{ quote }}</h1>","seed":0,"data":{"quote":"Less, but better.","author":""},"outputs":[{"preset":"twitter","format":"jpeg","quality":70}]}`, []string{write("b.html", "<h1>{{ quote }}</h1>"), "--data", data, "--preset", "twitter", "--format", "jpeg", "--quality", "70"}},
		"tree":           {`{"document":{"tag":"h1","text":"Tree"},"seed":0,"outputs":[{"width":300,"height":200,"scale":2,"format":"webp"}]}`, []string{write("c.json", `{"tag":"h1","text":"Tree"}`), "--width", "300", "--height", "200", "--scale", "2", "--format", "webp"}},
		"template":       {`{"template":{"id":"quote"},"seed":0,"data":{"quote":"Less, but better.","author":"Dieter Rams"}}`, []string{"template:quote", "--data", data, "--preset", "og"}},
		"pdf":            {`{"html":"<p>Page</p>","seed":0,"outputs":[{"format":"pdf","page":{"size":"a4"}}]}`, []string{write("d.html", "<p>Page</p>"), "--format", "pdf", "--page-size", "a4"}},
		"whole requests": {`{"html":"<mesh-gradient></mesh-gradient>","outputs":[{"preset":"og"}]}`, []string{write("e.json", `{"html":"<mesh-gradient></mesh-gradient>","outputs":[{"preset":"og"}]}`)}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := openSession(t)
			s.send(map[string]any{"id": 1, "request": json.RawMessage(c.request)})
			reply, got := s.receive()
			if reply.Error != nil || len(reply.Outputs) != 1 || reply.Outputs[0].Bytes != len(got) {
				t.Fatalf("%+v, %+v", reply.Outputs, reply.Error)
			}
			root := rootCommand()
			var out, errs bytes.Buffer
			root.SetOut(&out)
			root.SetErr(&errs)
			root.SetArgs(append([]string{"render", "-o", "-"}, c.args...))
			if err := root.Execute(); err != nil {
				t.Fatal(err, errs.String())
			}
			if !bytes.Equal(out.Bytes(), got) {
				t.Errorf("%d bytes, the command line writes %d", len(got), out.Len())
			}
		})
	}
}

func TestPipeSessionReportsErrorsAndWarnings(t *testing.T) {
	t.Parallel()
	s := openSession(t)
	for i, c := range []struct{ request, code, path, rule string }{
		{`{"html":"<p>x</p>","outputs":[{"preset":"og","quallity":80}]}`, "INVALID_REQUEST", "/outputs/0/quallity", "unknown_field"},
		{`{"html":"<p>x</p>","outputs":[{"width":8000,"height":8000}]}`, "VALIDATION_FAILED", "/outputs/0/width", ""},
		{`{"html":"<p>x</p>","outputs":[{"width":-1,"height":100}]}`, "INVALID_REQUEST", "/outputs/0/width", ""},
		{`{"html":"<p>x</p>","outputs":[{"preset":"og","scale":4}]}`, "INVALID_REQUEST", "/outputs/0/scale", ""},
		{`{"template":{"id":"no-such"}}`, "VALIDATION_FAILED", "/template/id", "exists"},
		{`{"template":{"id":"quote"},"data":{}}`, "VALIDATION_FAILED", "/data/quote", ""},
		{`{"html":"<p>x</p>","brand_id":"brand_1"}`, "VALIDATION_FAILED", "/brand_kit", "needs_service"},
		{`[]`, "", "", ""},
	} {
		s.send(map[string]any{"id": i, "request": json.RawMessage(c.request)})
		r, files := s.receive()
		if r.ID != int64(i) || r.Error == nil || len(files) != 0 {
			t.Errorf("%s: %+v", c.request, r)
			continue
		}
		if c.code == "" {
			continue
		}
		if r.Error.Code != c.code || len(r.Error.Details) == 0 || r.Error.Details[0].Path != c.path || c.rule != "" && r.Error.Details[0].Rule != c.rule {
			t.Errorf("%s: %+v", c.request, r.Error)
		}
	}
	s.send(map[string]any{"id": 9, "request": json.RawMessage(`{"html":"<p style=\"colour:red\">x</p>"}`)})
	r, file := s.receive()
	if r.Error != nil || len(r.Outputs[0].Warnings) == 0 || r.Outputs[0].Width != 1200 || string(file[1:4]) != "PNG" {
		t.Errorf("%+v %+v", r, r.Error)
	}
}

// TestPipeSessionRequestsFiles supplies one image and withholds another, while other requests are rendered.
func TestPipeSessionRequestsFiles(t *testing.T) {
	t.Parallel()
	s := openSession(t)
	red, _ := base64.StdEncoding.DecodeString("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==")
	s.send(map[string]any{"id": 1, "files": true, "request": map[string]any{"html": `<img src="https://example.com/a.png"><img src="b.png">`, "on_missing": map[string]any{"image": "placeholder"}}})
	for range 2 {
		ask, _ := s.receive()
		if ask.ID != 1 || ask.File == nil {
			t.Fatalf("%+v", ask)
		}
		s.send(map[string]any{"id": 2, "request": map[string]any{"html": "<p>meanwhile</p>"}})
		if r, _ := s.receive(); r.ID != 2 || r.Error != nil {
			t.Fatalf("%+v", r)
		}
		line := map[string]any{"id": 1, "file": *ask.File}
		if strings.HasPrefix(ask.URL, "https:") {
			line["data"] = red
		}
		s.send(line)
	}
	r, _ := s.receive()
	if r.ID != 1 || r.Error != nil || len(r.Outputs[0].Warnings) != 1 || !strings.Contains(fmt.Sprint(r.Outputs[0].Warnings), "b.png") {
		t.Errorf("%+v %+v", r, r.Error)
	}
}

func TestPipeSessionCancels(t *testing.T) {
	t.Parallel()
	s := openSession(t)
	s.send(map[string]any{"id": 1, "files": true, "request": map[string]any{"html": `<img src="a.png">`}})
	if ask, _ := s.receive(); ask.File == nil {
		t.Fatalf("%+v", ask)
	}
	s.send(map[string]any{"id": 1, "cancel": true})
	if r, _ := s.receive(); r.Error == nil || r.Error.Code != "CANCELED" {
		t.Errorf("%+v", r)
	}
	s.send(map[string]any{"id": 1, "request": map[string]any{"html": "<p>again</p>"}})
	if r, _ := s.receive(); r.Error != nil || len(r.Outputs) != 1 {
		t.Errorf("%+v", r)
	}
}

// TestPipeWritesAnimations: a line without an id returns the animation of its document.
func TestPipeWritesAnimations(t *testing.T) {
	t.Parallel()
	const html = "<style>p{animation:a .2s}@keyframes a{to{margin-left:20px}}</style><p>a"
	for format, mark := range map[string]string{"gif": "NETSCAPE2.0", "webp": "ANMF", "apng": "acTL", "webm": "V_AV1"} {
		var out bytes.Buffer
		line, err := json.Marshal(map[string]any{"html": html, "width": 60, "height": 40, "format": format})
		if err != nil {
			t.Fatal(err)
		}
		if err := pipe(t.Context(), bytes.NewReader(append(line, '\n')), &out); err != nil {
			t.Fatal(err)
		}
		if b := out.Bytes(); len(b) < 5 || b[0] != pipeFile || !bytes.Contains(b, []byte(mark)) {
			t.Errorf("%s: the response is no animation: %.200q", format, b)
		}
	}
}

// TestPipeLinesWithoutID: such a line has pages as the command line does, and members that only requests with an id have are
// errors that name the way to send them.
func TestPipeLinesWithoutID(t *testing.T) {
	t.Parallel()
	const size = `"width":100,"height":50`
	for line, want := range map[string]string{
		`{"html":"<style>@page{size:100px 200px}</style><p style='height:300px'>a","format":"pdf",` + size + `}`: "[0 0 75 150]",
		`{"html":"a","outputs":[{"format":"png",` + size + `}]}`:                                                 `a line with "outputs" needs an id`,
		`{"html":"{{a}}","data":{"a":"b"},` + size + `}`:                                                         `a line with "data" needs an id`,
		`{"html":"a","data":null,` + size + `}`:                                                                  "PNG",
	} {
		var out bytes.Buffer
		if err := pipe(t.Context(), bytes.NewReader([]byte(line+"\n")), &out); err != nil {
			t.Fatal(err)
		}
		text := out.String()
		if strings.Contains(text, "%PDF") {
			text = pdftest.Text(out.Bytes()[5:])
		}
		if !strings.Contains(text, want) {
			t.Errorf("%s: the response is %.200q, want %s", line, text, want)
		}
	}
}
