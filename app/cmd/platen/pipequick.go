package main

import (
	"errors"
	"io"
	"sync"

	"github.com/go-faster/jx"
)

var errUnknownMember = errors.New("unknown member of a render request")

// quickRequest decodes a line that has only the members of a pipeRequest, with their types: documents embed
// images and fonts, and decoding them twice with encoding/json takes longer than painting some cards. ok is false
// for every other line, including malformed ones.
func quickRequest(line []byte) (r pipeRequest, ok bool) {
	var d jx.Decoder
	d.ResetBytes(line)
	err := d.Obj(func(d *jx.Decoder, key string) (err error) {
		switch key {
		case "html":
			r.HTML, err = quickText(d)
		case "css":
			r.CSS, err = d.Str()
		case "width":
			r.Width, err = d.Int()
		case "height":
			r.Height, err = d.Int()
		case "scale":
			r.Scale, err = d.Float64()
		case "format":
			r.Format, err = d.Str()
		case "quality":
			r.Quality, err = d.Int()
		case "lossless":
			r.Lossless, err = d.Bool()
		case "effort":
			r.Effort, err = d.Str()
		default:
			return errUnknownMember
		}
		return err
	})
	if err != nil {
		return r, false
	}
	end := d.Skip()
	return r, errors.Is(end, io.EOF) || errors.Is(end, io.ErrUnexpectedEOF)
}

// quickTexts pools *[]byte buffers of up to keptText bytes.
var quickTexts = sync.Pool{New: func() any { return new([]byte) }}

const keptText = 1 << 20

// quickText is d.Str with a pooled buffer: d.Str reallocates a growing copy for strings with escapes, as every document is.
func quickText(d *jx.Decoder) (string, error) {
	room := quickTexts.Get().(*[]byte)
	defer quickTexts.Put(room)
	text, err := d.StrAppend((*room)[:0])
	if cap(text) <= keptText {
		*room = text
	}
	return string(text), err
}
