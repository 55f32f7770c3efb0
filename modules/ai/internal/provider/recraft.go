package provider

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// recraft is a client of Recraft's API: POST /images/generations.
type recraft struct {
	*session
	model string
}

// Model implements Provider.
func (r *recraft) Model() string { return r.model }

// old reports whether the model belongs to the generations with styles.
func (r *recraft) old() bool {
	return strings.HasPrefix(r.model, "recraftv2") || strings.HasPrefix(r.model, "recraftv3")
}

// MaxPrompt implements Provider.
func (r *recraft) MaxPrompt() int {
	if r.old() {
		return 1000
	}
	return 10_000
}

var recraftOld = []size{{1024, 1024}, {1365, 1024}, {1024, 1365}, {1536, 1024}, {1024, 1536}, {1820, 1024}, {1024, 1820}, {2048, 1024}, {1024, 2048},
	{1434, 1024}, {1024, 1434}, {1280, 1024}, {1024, 1280}, {1707, 1024}, {1024, 1707}}

var recraftNew = []size{{1024, 1024}, {1536, 768}, {768, 1536}, {1280, 832}, {832, 1280}, {1216, 896}, {896, 1216}, {1152, 896}, {896, 1152},
	{832, 1344}, {1280, 896}, {896, 1280}, {1344, 768}, {768, 1344}}

type recraftColor struct {
	RGB [3]int `json:"rgb"`
}

type recraftControls struct {
	Colors []recraftColor `json:"colors"`
}

type recraftRequest struct {
	Prompt   string           `json:"prompt"`
	N        int              `json:"n"`
	Model    string           `json:"model"`
	Style    string           `json:"style,omitempty"`
	Size     string           `json:"size"`
	Format   string           `json:"response_format"`
	Controls *recraftControls `json:"controls,omitempty"`
}

// Make implements Provider.
func (r *recraft) Make(ctx context.Context, j Job) (*Result, error) {
	sizes := recraftNew
	in := recraftRequest{Prompt: j.Prompt, N: 1, Model: r.model, Format: "b64_json"}
	if r.old() {
		sizes = recraftOld
		switch in.Style = j.Substyle; {
		case j.Substyle == "":
			in.Style = "digital_illustration"
		case j.Substyle == "icon" && strings.HasPrefix(r.model, "recraftv3"):
			in.Style = "vector_illustration" // the third generation has no icon style
		}
	}
	s := nearest(sizes, j.Width, j.Height)
	in.Size = fmt.Sprintf("%dx%d", s.w, s.h)
	for _, c := range j.Colors {
		if in.Controls == nil {
			in.Controls = &recraftControls{}
		}
		in.Controls.Colors = append(in.Controls.Colors, recraftColor{rgb(c)})
	}
	var out struct {
		Data []imageEntry `json:"data"`
	}
	a, err := r.json(ctx, "/images/generations", in, &out)
	if err != nil {
		return nil, err
	}
	if a.status/100 != 2 {
		if f := flagged(a); f != nil {
			return &Result{Flagged: f}, nil
		}
		return nil, r.refusal(a)
	}
	return r.file(ctx, out.Data)
}

// Ping implements Provider by requesting the key's account.
func (r *recraft) Ping(ctx context.Context) error { return r.ping(ctx, "/users/me") }

func rgb(hex string) [3]int {
	v, _ := strconv.ParseUint(strings.TrimPrefix(hex, "#"), 16, 32) // the schema has checked it
	return [3]int{int(v >> 16), int(v >> 8 & 255), int(v & 255)}
}
