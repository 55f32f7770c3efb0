package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

// kind is a kind of request with the rate at which it is offered.
type kind struct {
	rate float64 // per second
	do   do
}

// order is the order in which the kinds are offered.
var order = []string{"redirect", "file", "read", "repeat", "preview", "job"}

const (
	generate = "/api/v1/facade/generate"
	card     = `{"operation":%q,"html":"<body style='margin:0;background:linear-gradient(135deg,#0f172a,#38bdf8)'><h1 style='font:700 64px Inter;color:#fff;padding:80px'>Launch %d</h1>","outputs":[{"width":1200,"height":630}]}`
)

// preview renders a card that no earlier request contained.
func (s *service) preview(key string) do {
	return func(ctx context.Context, n int64) outcome {
		return s.send(ctx, "POST", generate, key, fmt.Sprintf(card, "preview", n), nil)
	}
}

// fileCache bounds the service's cache of public files in bytes, like those of checked files and of decoded bodies.
const fileCache = 16 << 20

// fill sends previews with large documents and large files until the caches of the process are full, so that their filling
// is not taken for growth.
func (s *service) fill(ctx context.Context) error {
	const documents, size, words = 600, 40_000, 400
	letters := rand.New(rand.NewPCG(1, 1))
	text := func() string { // of which every image takes some 100 KB
		b := make([]byte, 0, 7*words)
		for range words {
			for range 6 {
				b = append(b, byte('a'+letters.IntN(26)))
			}
			b = append(b, ' ')
		}
		return string(b)
	}
	html := "<p style='font:20px Inter'>%d %s</p><!--" + strings.Repeat("x", size) + "-->"
	for n := range documents {
		var made struct{ Outputs []struct{ URL string } }
		body, err := json.Marshal(map[string]any{"operation": "preview", "html": fmt.Sprintf(html, n, text()), "outputs": []map[string]int{{"width": 1200, "height": 630}}})
		if err != nil {
			return err
		}
		if o := s.send(ctx, "POST", generate, s.key, string(body), &made); o != succeeded || len(made.Outputs) != 1 {
			return fmt.Errorf("preview %d to fill the caches failed", n)
		}
		if s.send(ctx, "GET", made.Outputs[0].URL, "", "", nil) != succeeded {
			return fmt.Errorf("the file of preview %d could not be read", n)
		}
	}
	return nil
}

// kinds creates the resources that the requests refer to and returns the kinds by name.
func (s *service) kinds(ctx context.Context) (map[string]*kind, error) {
	var made struct {
		Outputs []struct {
			URL     string
			ImageID string `json:"image_id"`
		}
	}
	for deadline := time.Now().Add(30 * time.Second); s.send(ctx, "POST", generate, s.key, fmt.Sprintf(card, "preview", 0), &made) != succeeded; time.Sleep(100 * time.Millisecond) {
		if time.Now().After(deadline) {
			return nil, errors.New("the first preview failed")
		}
	}
	var signed struct{ Data []struct{ URL string } }
	if s.send(ctx, "POST", "/api/v1/generate/sign", s.key, `{"items":[{"template":{"id":"quote"},"data":{"quote":"Less, but better.","author":"Dieter Rams"},"preset":"og"}]}`, &signed) != succeeded || len(signed.Data) != 1 {
		return nil, errors.New("signing failed")
	}
	if s.send(ctx, "GET", signed.Data[0].URL, "", "", nil) != succeeded {
		return nil, errors.New("the signed URL failed")
	}
	get := func(path, key string) do {
		return func(ctx context.Context, _ int64) outcome { return s.send(ctx, "GET", path, key, "", nil) }
	}
	return map[string]*kind{
		"redirect": {2000, get(signed.Data[0].URL, "")},
		"file":     {2000, get(made.Outputs[0].URL, "")},
		"read":     {500, get("/api/v1/images/"+made.Outputs[0].ImageID, s.key)},
		"repeat": {200, func(ctx context.Context, _ int64) outcome {
			return s.send(ctx, "POST", generate, s.key, fmt.Sprintf(card, "preview", 0), nil)
		}},
		"preview": {40, s.preview(s.key)},
		"job":     {20, s.job},
	}, nil
}

// job submits a job and waits until it has ended.
func (s *service) job(ctx context.Context, n int64) outcome {
	var job struct{ ID, Status string }
	if o := s.send(ctx, "POST", generate, s.key, fmt.Sprintf(card, "render", n), &job); o != succeeded {
		return o
	}
	for range 6 {
		if o := s.send(ctx, "GET", "/api/v1/facade/render-jobs/"+job.ID+"?wait=20", s.key, "", &job); o != succeeded {
			return o
		}
		switch job.Status {
		case "completed":
			return succeeded
		case "queued", "processing":
		default:
			return failed
		}
	}
	return failed
}
