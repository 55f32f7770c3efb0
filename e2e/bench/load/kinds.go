package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
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

// fill sends previews with large documents and large files, several at a time, until the caches and pools of the process are
// full, so that their filling is not taken for growth: the service keeps the pixel buffers of as many images as it drew at a
// time, and requests that were held up by a fault arrive together.
func (s *service) fill(ctx context.Context) error {
	const documents, size, words, together = 600, 40_000, 400, 16
	var all sync.WaitGroup
	failures := make([]error, together)
	for i := range together {
		all.Go(func() {
			letters := rand.New(rand.NewPCG(1, uint64(i)))
			for n := range documents / together {
				html := fmt.Sprintf("<p style='font:20px Inter'>%d %d %s</p><!--%s-->", i, n, randomText(letters, words), strings.Repeat("x", size))
				if failures[i] = s.fillOne(ctx, html); failures[i] != nil {
					return
				}
			}
		})
	}
	all.Wait()
	return errors.Join(failures...)
}

// randomText returns words, of which an image takes some 250 bytes each.
func randomText(letters *rand.Rand, words int) string {
	b := make([]byte, 0, 7*words)
	for range words {
		for range 6 {
			b = append(b, byte('a'+letters.IntN(26)))
		}
		b = append(b, ' ')
	}
	return string(b)
}

// fillOne renders a document and reads its file.
func (s *service) fillOne(ctx context.Context, html string) error {
	body, err := json.Marshal(map[string]any{"operation": "preview", "html": html, "outputs": []map[string]int{{"width": 1200, "height": 630}}})
	if err != nil {
		return err
	}
	var made struct{ Outputs []struct{ URL string } }
	for deadline := time.Now().Add(time.Minute); s.send(ctx, "POST", generate, s.key, string(body), &made) != succeeded; time.Sleep(100 * time.Millisecond) {
		if time.Now().After(deadline) { // more at a time than there are slots may be rejected
			return errors.New("a preview to fill the caches failed")
		}
	}
	if len(made.Outputs) != 1 || s.send(ctx, "GET", made.Outputs[0].URL, "", "", nil) != succeeded {
		return errors.New("the file of a preview to fill the caches could not be read")
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
