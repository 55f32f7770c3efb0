package provider

import (
	"context"
	"encoding/json"
)

// automatic is a client of AUTOMATIC1111's web UI: POST /sdapi/v1/txt2img.
type automatic struct {
	*session
	model string
	steps int
}

// Model implements Provider.
func (p *automatic) Model() string { return or(p.model, "default") }

// MaxPrompt implements Provider.
func (p *automatic) MaxPrompt() int { return 0 }

type automaticRequest struct {
	Prompt   string            `json:"prompt"`
	Negative string            `json:"negative_prompt"`
	Seed     uint32            `json:"seed"`
	Width    int               `json:"width"`
	Height   int               `json:"height"`
	Steps    int               `json:"steps"`
	Batch    int               `json:"batch_size"`
	Count    int               `json:"n_iter"`
	Send     bool              `json:"send_images"`
	Save     bool              `json:"save_images"`
	Settings map[string]string `json:"override_settings,omitempty"`
}

// unwanted is the negative prompt for diffusion models.
const unwanted = "text, letters, watermark, signature, blurry, deformed"

// Make implements Provider.
func (p *automatic) Make(ctx context.Context, j Job) (*Result, error) {
	s := latent(j.Width, j.Height, 768*768)
	in := automaticRequest{Prompt: described(j), Negative: unwanted, Seed: j.Seed, Width: s.w, Height: s.h, Steps: p.steps, Batch: 1, Count: 1, Send: true}
	if p.model != "" {
		in.Settings = map[string]string{"sd_model_checkpoint": p.model}
	}
	var out struct {
		Images []string `json:"images"`
		Info   string   `json:"info"`
	}
	a, err := p.json(ctx, "/sdapi/v1/txt2img", in, &out)
	if err != nil {
		return nil, err
	}
	if a.status/100 != 2 {
		return nil, p.refusal(a)
	}
	if nsfw(out.Info) {
		return &Result{Flagged: []string{"sexual"}}, nil
	}
	if len(out.Images) == 0 {
		return nil, &Error{Kind: InvalidResponse, Provider: p.name, Status: a.status, Message: "no image in the response"}
	}
	return p.decode(out.Images[0])
}

// nsfw returns the verdict of safety checkers in info, which is JSON in a string: a boolean, or one per image.
func nsfw(info string) bool {
	var said struct {
		NSFW     any `json:"nsfw"`
		Detected any `json:"nsfw_content_detected"`
	}
	if json.Unmarshal([]byte(info), &said) != nil {
		return false
	}
	for _, v := range []any{said.NSFW, said.Detected} {
		if v == true {
			return true
		}
		if list, ok := v.([]any); ok && len(list) > 0 && list[0] == true {
			return true
		}
	}
	return false
}

// Ping implements Provider by listing the checkpoints.
func (p *automatic) Ping(ctx context.Context) error { return p.ping(ctx, "/sdapi/v1/sd-models") }
