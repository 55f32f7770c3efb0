package main

import (
	"errors"
	"io"
	"sync"

	"github.com/go-faster/jx"
)

var errUnknownMember = errors.New("a member that is no render request's")

// quickRequest reads a line that has nothing but the members of a pipeRequest, of their types: documents hold
// whole images and fonts, and reading them twice with encoding/json takes longer than painting some cards. ok is false
// for every other line, whatever is wrong with it.
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

// quickTexts holds *[]byte memory of texts of up to keptText bytes.
var quickTexts = sync.Pool{New: func() any { return new([]byte) }}

const keptText = 1 << 20

// quickText is d.Str, which makes a copy that grows as it reads a text with escapes, as every document is.
func quickText(d *jx.Decoder) (string, error) {
	room := quickTexts.Get().(*[]byte)
	defer quickTexts.Put(room)
	text, err := d.StrAppend((*room)[:0])
	if cap(text) <= keptText {
		*room = text
	}
	return string(text), err
}
