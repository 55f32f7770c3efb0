package ai

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/platenhq/platen/modules/ai/art"
	"github.com/platenhq/platen/modules/platform/canonical"
)

// Realistic is the substyle that only models generate.
const Realistic = "realistic_image"

// Request describes the image to generate. The schema has already checked its bounds.
type Request struct {
	Kind     art.Kind
	Prompt   string
	Substyle string // of an Image; "" is digital_illustration
	Mood     string // of a Background
	Tone     string // of a Mesh
	Colors   []string
	// Width and Height of 0 mean the kind's default size.
	Width, Height int
	Seed          *int32
	// Grain of nil means the style's default.
	Grain    *float64
	BrandID  string
	BrandKit *Ref
	// Wire is the request as JSON, for reviewers.
	Wire []byte
}

// The credits charged for an image of each kind.
var credits = map[art.Kind]int{art.Image: 10, art.Background: 5, art.Mesh: 1}

// fill sets the defaults.
func (r *Request) fill() {
	if r.Kind == art.Image && r.Substyle == "" {
		r.Substyle = string(art.Digital)
	}
	if r.Width == 0 {
		r.Width = map[art.Kind]int{art.Image: 1024, art.Mesh: 1200}[r.Kind]
	}
	if r.Height == 0 {
		r.Height = map[art.Kind]int{art.Image: 1024, art.Mesh: 630}[r.Kind]
	}
	for i, c := range r.Colors {
		r.Colors[i] = strings.ToUpper(c)
	}
}

// canonical returns the fields that determine the image, as canonical JSON, with its hash. Defaults are filled in: a
// request that spells them out equals one that does not.
func (r *Request) canonical() (text []byte, hash string, seed int32, err error) {
	m := map[string]any{"kind": r.Kind, "width": r.Width, "height": r.Height}
	for name, v := range map[string]string{"prompt": r.Prompt, "substyle": r.Substyle, "mood": r.Mood, "tone": r.Tone} {
		if v != "" {
			m[name] = v
		}
	}
	if len(r.Colors) > 0 {
		m["colors"] = r.Colors
	}
	if r.Grain != nil {
		m["grain"] = *r.Grain
	}
	if r.Seed != nil {
		m["seed"] = *r.Seed
	}
	raw, err := json.Marshal(m)
	if err != nil {
		return nil, "", 0, fmt.Errorf("writing a request: %w", err)
	}
	v, err := canonical.Parse(raw, canonical.Limits{Depth: 8, Members: 64, Items: 64})
	if err != nil {
		return nil, "", 0, fmt.Errorf("canonicalising a request: %w", err)
	}
	text = v.Bytes()
	sum := sha256.Sum256(text)
	if r.Seed != nil {
		seed = *r.Seed
	} else {
		seed = int32(binary.BigEndian.Uint32(sum[:4]) >> 1)
	}
	return text, "sha256:" + hex.EncodeToString(sum[:]), seed, nil
}

// Redraw regenerates the image of a canonical request and its seed without a service. ok is false when the text is not
// a request of this module.
func Redraw(ctx context.Context, canonical []byte, seed int32) (p *art.Result, ok bool, err error) {
	var said struct {
		Kind                         art.Kind
		Prompt, Substyle, Mood, Tone string
		Colors                       []string
		Width, Height                int
		Grain                        *float64
		Seed                         *int32
	}
	d := json.NewDecoder(bytes.NewReader(canonical))
	d.DisallowUnknownFields()
	if err := d.Decode(&said); err != nil || said.Kind == "" {
		return nil, false, nil
	}
	r := Request{Kind: said.Kind, Prompt: said.Prompt, Substyle: said.Substyle, Mood: said.Mood, Tone: said.Tone, Colors: said.Colors, Width: said.Width, Height: said.Height, Grain: said.Grain}
	a, err := r.art(seed)
	if err != nil {
		return nil, true, err
	}
	p, err = generate(ctx, a)
	return p, true, err
}

// art converts the request for the built-in generator.
func (r *Request) art(seed int32) (art.Request, error) {
	a := art.Request{Kind: r.Kind, Substyle: art.Substyle(r.Substyle), Prompt: r.Prompt, Mood: r.Mood, Tone: r.Tone, Width: r.Width, Height: r.Height, Seed: uint64(seed)}
	if r.Grain != nil {
		if a.Grain = *r.Grain; a.Grain == 0 {
			a.Grain = art.NoGrain
		}
	}
	var err error
	a.Colors, err = r.colors()
	return a, err
}

func (r *Request) colors() (out []art.Color, err error) {
	for _, c := range r.Colors {
		k, err := art.ParseColor(c)
		if err != nil {
			return nil, err
		}
		out = append(out, k)
	}
	return out, nil
}
