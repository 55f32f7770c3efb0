package main

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/platenhq/platen/app/bridge"
	"github.com/platenhq/platen/modules/platform/footprint"
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/encode"
)

// pipeRequest is one line of platen render --pipe without an id: lines are processed in order.
type pipeRequest struct {
	HTML     string  `json:"html"`
	CSS      string  `json:"css"`
	Width    int     `json:"width"`
	Height   int     `json:"height"`
	Scale    float64 `json:"scale"`
	Format   string  `json:"format"` // png, jpeg, webp, avif, gif, apng, webm, svg, pdf or raw (RGBA rows)
	Quality  int     `json:"quality"`
	Lossless bool    `json:"lossless"`
	Effort   string  `json:"effort"` // normal, best or empty
}

// maxPipeLine bounds a request line.
const maxPipeLine = 16 << 20

// The status bytes of frames.
const (
	pipeFile    = 0 // a file
	pipeError   = 1 // the text of an error
	pipeMessage = 2 // a message about a line with an id
)

// pipe renders requests from in, one JSON object a line, until it ends. Each response is a frame: a status
// byte, four bytes of length, big endian, and the content. Lines with an id are a session's (pipesession.go);
// their frames come in any order, those of the other lines in the order of the lines.
func pipe(ctx context.Context, in io.Reader, out io.Writer) error {
	e := engine.New(engine.Options{})
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 64<<10), maxPipeLine)
	s, err := newPipeSession(e, bufio.NewWriterSize(out, 256<<10))
	if err != nil {
		return err
	}
	defer s.close()
	for n := 0; lines.Scan(); n++ {
		// Most of the program's pages are needed only at start-up, and much of what one document
		// uses is not used by the next. A failure only costs memory.
		if n == 0 || n%64 == 8 {
			_ = footprint.GiveBack()
		}
		r, ok := quickRequest(lines.Bytes())
		var err error
		if !ok {
			if taken := s.line(ctx, lines.Bytes()); taken {
				continue
			}
			r, err = plainRequest(lines.Bytes())
		}
		var content []byte
		if err == nil {
			content, err = pipeOne(ctx, e, r)
		}
		status := byte(pipeFile)
		if err != nil {
			status, content = pipeError, []byte(err.Error())
		}
		if err := s.frame(status, content); err != nil {
			return err
		}
	}
	if err := s.failure(); err != nil {
		return err
	}
	return lines.Err()
}

// plainRequest reads a line without an id. Members that only a request with an id has are errors: without them the image
// would be another one.
func plainRequest(line []byte) (pipeRequest, error) {
	var r struct {
		pipeRequest
		Document, Template, Data, Outputs, Request json.RawMessage
	}
	if err := json.Unmarshal(line, &r); err != nil {
		return pipeRequest{}, fmt.Errorf("reading the request: %w", err)
	}
	for _, m := range []struct {
		name  string
		value json.RawMessage
	}{{"request", r.Request}, {"outputs", r.Outputs}, {"document", r.Document}, {"template", r.Template}, {"data", r.Data}} {
		if m.value != nil && string(m.value) != "null" {
			return pipeRequest{}, fmt.Errorf(`a line with %q needs an id: {"id": 1, "request": {"html": …, "outputs": […]}}`, m.name)
		}
	}
	return r.pipeRequest, nil
}

func pipeOne(ctx context.Context, e *engine.Engine, r pipeRequest) ([]byte, error) {
	settings := engine.Settings{Width: r.Width, Height: r.Height, Scale: r.Scale}
	if strings.EqualFold(r.Format, "pdf") {
		settings.Paper = &engine.Paper{Width: r.Width, Height: r.Height, OpenSize: true, OpenMargin: true, Optional: true}
	}
	doc, err := e.Open(ctx, engine.Source{HTML: r.HTML, CSS: r.CSS}, settings)
	if err != nil {
		return nil, err
	}
	pic, err := doc.Draw(ctx, bridge.Backgrounds{})
	if err != nil {
		return nil, err
	}
	defer pic.Close()
	if r.Format == "raw" {
		pm, err := e.Pixels(ctx, pic, nil)
		if err != nil {
			return nil, err
		}
		return pm.Pix, nil
	}
	switch r.Effort {
	case "", "normal", "best":
	default:
		return nil, fmt.Errorf("effort is %q; it must be normal or best", r.Effort)
	}
	output := engine.Output{Quality: r.Quality, Lossless: r.Lossless, Smallest: r.Effort == "best"}
	if err := setFormat(&output, r.Format); err != nil {
		return nil, err
	}
	if film, ok, err := pipeFilm(doc, &output, r.Format); err != nil {
		return nil, err
	} else if ok {
		file, err := e.EncodeFilm(ctx, film, output)
		if err != nil {
			return nil, err
		}
		return file.Bytes, nil
	}
	file, err := e.Encode(ctx, pic, output)
	if err != nil {
		return nil, err
	}
	return file.Bytes, nil
}

// pipeFilm returns the animation of a document in a format that can store one, as `platen render` makes it; ok is false
// for documents without animations, except for apng and webm, which accept a single frame.
func pipeFilm(doc *engine.Document, o *engine.Output, format string) (film *engine.Film, ok bool, err error) {
	t := engine.Timeline{FPS: 20, Duration: doc.AnimationTime()}
	always := strings.EqualFold(format, "apng") || o.Format == encode.WebM
	if o.Vector != engine.NoVector || !always && (t.Duration == 0 || o.Format != encode.GIF && o.Format != encode.WebP) {
		return nil, false, nil
	}
	film, err = doc.Film(bridge.Backgrounds{}, t, func(p *engine.Drawing) *engine.Drawing { return p })
	return film, err == nil, err
}

// frame writes a frame with the concatenated parts.
func frame(w *bufio.Writer, status byte, parts ...[]byte) error {
	size := 0
	for _, p := range parts {
		size += len(p)
	}
	header := [5]byte{status}
	binary.BigEndian.PutUint32(header[1:], uint32(size))
	if _, err := w.Write(header[:]); err != nil {
		return fmt.Errorf("writing a response: %w", err)
	}
	for _, p := range parts {
		if _, err := w.Write(p); err != nil {
			return fmt.Errorf("writing a response: %w", err)
		}
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("writing a response: %w", err)
	}
	return nil
}
