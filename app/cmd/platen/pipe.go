package main

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"

	"github.com/platenhq/platen/app"
	"github.com/platenhq/platen/modules/platform/footprint"
	"github.com/platenhq/platen/modules/rendering/engine"
)

// pipeRequest is one line of platen render --pipe.
type pipeRequest struct {
	HTML     string  `json:"html"`
	CSS      string  `json:"css"`
	Width    int     `json:"width"`
	Height   int     `json:"height"`
	Scale    float64 `json:"scale"`
	Format   string  `json:"format"` // png, jpeg, webp, avif or raw (RGBA rows)
	Quality  int     `json:"quality"`
	Lossless bool    `json:"lossless"`
}

// maxPipeLine bounds a request line.
const maxPipeLine = 16 << 20

// pipe renders requests from in, one JSON object a line, until it ends. Every
// answer is a status byte (0 is a file, 1 an error's text), four bytes of length,
// big endian, and the content.
func pipe(ctx context.Context, in io.Reader, out io.Writer) error {
	e := engine.New(engine.Options{})
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 64<<10), maxPipeLine)
	w := bufio.NewWriterSize(out, 256<<10)
	for n := 0; lines.Scan(); n++ {
		// What the process' start needed is not needed again, nor is much of what some pictures
		// need by the next. It only costs memory when this fails.
		if n == 0 || n%32 == 8 {
			_ = footprint.GiveBack()
		}
		content, err := pipeOne(ctx, e, lines.Bytes())
		status := byte(0)
		if err != nil {
			status, content = 1, []byte(err.Error())
		}
		header := [5]byte{status}
		binary.BigEndian.PutUint32(header[1:], uint32(len(content)))
		if _, err := w.Write(header[:]); err != nil {
			return fmt.Errorf("writing an answer: %w", err)
		}
		if _, err := w.Write(content); err != nil {
			return fmt.Errorf("writing an answer: %w", err)
		}
		if err := w.Flush(); err != nil {
			return fmt.Errorf("writing an answer: %w", err)
		}
	}
	return lines.Err()
}

func pipeOne(ctx context.Context, e *engine.Engine, line []byte) ([]byte, error) {
	var r pipeRequest
	if err := json.Unmarshal(line, &r); err != nil {
		return nil, fmt.Errorf("reading the request: %w", err)
	}
	doc, err := e.Open(ctx, engine.Source{HTML: r.HTML, CSS: r.CSS}, engine.Settings{Width: r.Width, Height: r.Height, Scale: r.Scale})
	if err != nil {
		return nil, err
	}
	pic, err := doc.Draw(ctx, app.Backgrounds{})
	if err != nil {
		return nil, err
	}
	if r.Format == "raw" {
		pm, err := e.Pixels(ctx, pic, nil)
		if err != nil {
			return nil, err
		}
		return pm.Pix, nil
	}
	output := engine.Output{Quality: r.Quality, Lossless: r.Lossless}
	if err := setFormat(&output, r.Format); err != nil {
		return nil, err
	}
	file, err := e.Encode(ctx, pic, output)
	if err != nil {
		return nil, err
	}
	return file.Bytes, nil
}
