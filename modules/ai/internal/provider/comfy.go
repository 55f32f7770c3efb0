package provider

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"time"
)

// comfy is a client of ComfyUI's API: POST /prompt queues a graph of nodes, GET /history/{id} returns its state,
// GET /view returns files.
type comfy struct {
	*session
	model string
	steps int
}

// Model implements Provider.
func (p *comfy) Model() string { return p.model }

// MaxPrompt implements Provider.
func (p *comfy) MaxPrompt() int { return 0 }

type node struct {
	Class  string         `json:"class_type"`
	Inputs map[string]any `json:"inputs"`
}

// graph returns a minimal text-to-image graph: a checkpoint, both prompts, a sampler, a decoder.
func (p *comfy) graph(j Job) map[string]node {
	s := latent(j.Width, j.Height, 1<<20)
	from := func(id string, slot int) []any { return []any{id, slot} }
	return map[string]node{
		"1": {"CheckpointLoaderSimple", map[string]any{"ckpt_name": p.model}},
		"2": {"CLIPTextEncode", map[string]any{"text": described(j), "clip": from("1", 1)}},
		"3": {"CLIPTextEncode", map[string]any{"text": unwanted, "clip": from("1", 1)}},
		"4": {"EmptyLatentImage", map[string]any{"width": s.w, "height": s.h, "batch_size": 1}},
		"5": {"KSampler", map[string]any{"model": from("1", 0), "positive": from("2", 0), "negative": from("3", 0), "latent_image": from("4", 0),
			"seed": j.Seed, "steps": p.steps, "cfg": 7, "sampler_name": "euler", "scheduler": "normal", "denoise": 1}},
		"6": {"VAEDecode", map[string]any{"samples": from("5", 0), "vae": from("1", 2)}},
		"7": {"SaveImage", map[string]any{"images": from("6", 0), "filename_prefix": "platen"}},
	}
}

// The polling intervals for an image's state.
const (
	firstPoll = 100 * time.Millisecond
	maxPoll   = time.Second
)

// Make implements Provider.
func (p *comfy) Make(ctx context.Context, j Job) (*Result, error) {
	var queued struct {
		ID string `json:"prompt_id"`
	}
	a, err := p.json(ctx, "/prompt", map[string]any{"prompt": p.graph(j)}, &queued)
	if err != nil {
		return nil, err
	}
	if a.status/100 != 2 {
		return nil, p.refusal(a)
	}
	if queued.ID == "" {
		return nil, &Error{Kind: InvalidResponse, Provider: p.name, Status: a.status, Message: clip(a.body)}
	}
	for pause := firstPoll; ; pause = min(pause*3/2, maxPoll) {
		timer := time.NewTimer(pause)
		select {
		case <-ctx.Done():
			timer.Stop()
			return nil, ctx.Err()
		case <-timer.C:
		}
		file, err := p.finished(ctx, queued.ID)
		if err != nil || file != nil {
			return file, err
		}
	}
}

// finished returns the image of a finished graph, nil while it is running.
func (p *comfy) finished(ctx context.Context, id string) (*Result, error) {
	var history map[string]struct {
		Status struct {
			Text     string          `json:"status_str"`
			Messages json.RawMessage `json:"messages"`
		} `json:"status"`
		Outputs map[string]struct {
			Images []struct {
				Name   string `json:"filename"`
				Folder string `json:"subfolder"`
				Type   string `json:"type"`
			} `json:"images"`
		} `json:"outputs"`
	}
	a, err := p.json(ctx, "/history/"+url.PathEscape(id), nil, &history)
	if err != nil {
		return nil, err
	}
	if a.status/100 != 2 {
		return nil, p.refusal(a)
	}
	h, ok := history[id]
	if !ok {
		return nil, nil
	}
	if h.Status.Text == "error" {
		return nil, &Error{Kind: Failing, Provider: p.name, Message: clip(h.Status.Messages)}
	}
	images := h.Outputs["7"].Images
	if len(images) == 0 {
		return nil, &Error{Kind: InvalidResponse, Provider: p.name, Message: "the graph ended without an image"}
	}
	q := url.Values{"filename": {images[0].Name}, "subfolder": {images[0].Folder}, "type": {images[0].Type}}
	file, err := p.do(ctx, http.MethodGet, p.base+"/view?"+q.Encode(), nil, maxFile)
	if err != nil {
		return nil, err
	}
	if file.status != http.StatusOK {
		return nil, p.refusal(file)
	}
	return p.result(file.body)
}

// Ping implements Provider by requesting the system status.
func (p *comfy) Ping(ctx context.Context) error { return p.ping(ctx, "/system_stats") }
