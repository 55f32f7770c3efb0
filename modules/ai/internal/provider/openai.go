package provider

import (
	"context"
	"fmt"
	"strings"
)

// openai is a client of the images endpoint of OpenAI's API, which many services offer: POST /images/generations.
type openai struct {
	*session
	model string
}

// Model implements Provider.
func (o *openai) Model() string { return o.model }

// MaxPrompt implements Provider.
func (o *openai) MaxPrompt() int {
	if o.model == "dall-e-2" {
		return 1000
	}
	return 4000
}

type openaiRequest struct {
	Model  string `json:"model"`
	Prompt string `json:"prompt"`
	N      int    `json:"n"`
	Size   string `json:"size"`
	// Format is sent to all services except OpenAI's newer models, which always respond with base64.
	Format string `json:"response_format,omitempty"`
	// Output is sent to those models instead.
	Output string `json:"output_format,omitempty"`
}

// styles describe the substyle to models without styles.
var styles = map[string]string{
	"realistic_image": "A photograph: ", "digital_illustration": "A digital illustration: ",
	"vector_illustration": "A flat vector illustration: ", "icon": "A simple icon on a plain background: ",
}

// described returns the prompt, extended by the parameters for which the provider has no fields.
func described(j Job) string {
	p := styles[j.Substyle] + j.Prompt
	if len(j.Colors) > 0 {
		p += ". Colours: " + strings.Join(j.Colors, ", ")
	}
	return p
}

// Make implements Provider.
func (o *openai) Make(ctx context.Context, j Job) (*Result, error) {
	in := openaiRequest{Model: o.model, Prompt: described(j), N: 1}
	sizes := []size{{1024, 1024}}
	switch {
	case strings.HasPrefix(o.model, "gpt-image") || strings.HasPrefix(o.model, "chatgpt-image"):
		in.Output, sizes = "png", []size{{1024, 1024}, {1536, 1024}, {1024, 1536}}
	case o.model == "dall-e-3":
		in.Format, sizes = "b64_json", []size{{1024, 1024}, {1792, 1024}, {1024, 1792}}
	case o.model == "dall-e-2":
		in.Format = "b64_json"
	default: // a compatible third-party service
		in.Format, sizes = "b64_json", []size{latent(j.Width, j.Height, 1<<20)}
	}
	s := nearest(sizes, j.Width, j.Height)
	in.Size = fmt.Sprintf("%dx%d", s.w, s.h)
	var out struct {
		Data []imageEntry `json:"data"`
	}
	a, err := o.json(ctx, "/images/generations", in, &out)
	if err != nil {
		return nil, err
	}
	if a.status/100 != 2 {
		if f := flagged(a); f != nil {
			return &Result{Flagged: f}, nil
		}
		return nil, o.refusal(a)
	}
	return o.file(ctx, out.Data)
}

// Ping implements Provider by listing the models.
func (o *openai) Ping(ctx context.Context) error { return o.ping(ctx, "/models") }
