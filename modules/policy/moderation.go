package policy

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/platform/cache"
	"github.com/platenhq/platen/modules/platform/egress"
)

// moderation is a client of a service with OpenAI's interface. It is safe for concurrent use.
type moderation struct {
	url, key, model string
	client          *http.Client

	known *cache.Cache[[sha256.Size]byte, []string]
}

// The limits of requests to the service and of the cache.
const (
	maxInputs   = 32       // texts in one request
	maxAnswer   = 1 << 20  // bytes
	maxRemember = 20_000   // verdicts
	maxText     = 20 << 10 // bytes of one text that are checked
)

func newModeration(c Config, g *egress.Guard) (*moderation, error) {
	u, err := g.CheckURL(c.URL)
	if err != nil {
		return nil, fmt.Errorf("PLATEN_MODERATION_URL: %w", err)
	}
	return &moderation{url: u.String(), key: c.Key, model: c.Model, client: g.Client(egress.Options{Timeout: c.Timeout}),
		known: cache.New[[sha256.Size]byte](cache.Options[[]string]{Entries: maxRemember})}, nil
}

// names maps the service's categories to those of this package. A suffix after a slash is a subcategory; an unlisted
// category keeps its name.
var names = map[string]string{
	"hate": Hate, "harassment": Harassment, "sexual": Sexual, "sexual/minors": SexualMinors, "violence": Violence, "self-harm": SelfHarm, "self_harm": SelfHarm,
	"illicit": Drugs, "illicit/violent": Weapons, "drugs": Drugs, "weapons": Weapons,
}

func ourName(category string) string {
	if n, ok := names[category]; ok {
		return n
	}
	group, _, _ := strings.Cut(category, "/")
	if n, ok := names[group]; ok {
		return n
	}
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_' {
			return r
		}
		return '_'
	}, strings.ToLower(category))
}

// categories returns the categories that each text is flagged for, sorted. Verdicts are cached by text.
func (m *moderation) categories(ctx context.Context, texts []string) ([][]string, error) {
	out := make([][]string, len(texts))
	sums := make([][sha256.Size]byte, len(texts))
	var ask []int
	for i, t := range texts {
		if len(t) > maxText {
			texts[i] = strings.ToValidUTF8(t[:maxText], "")
		}
		sums[i] = sha256.Sum256([]byte(texts[i]))
		if found, ok := m.known.Get(sums[i]); ok {
			out[i] = found
		} else {
			ask = append(ask, i)
		}
	}
	for part := range slices.Chunk(ask, maxInputs) {
		inputs := make([]string, len(part))
		for k, i := range part {
			inputs[k] = texts[i]
		}
		found, err := m.post(ctx, inputs)
		if err != nil {
			return nil, err
		}
		for k, i := range part {
			out[i] = found[k]
			m.known.Add(sums[i], found[k])
		}
	}
	return out, nil
}

func (m *moderation) post(ctx context.Context, inputs []string) ([][]string, error) {
	body, err := json.Marshal(struct {
		Model string   `json:"model,omitempty"`
		Input []string `json:"input"`
	}{m.model, inputs})
	if err != nil {
		return nil, fmt.Errorf("writing a moderation request: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, m.url, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("writing a moderation request: %w", err)
	}
	req.Header.Set("Content-Type", "application/json")
	if m.key != "" {
		req.Header.Set("Authorization", "Bearer "+m.key)
	}
	res, err := m.client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("asking the moderation service: %w", err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	if err != nil {
		return nil, fmt.Errorf("reading the moderation service's response: %w", err)
	}
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the moderation service responded %d", res.StatusCode)
	}
	var response struct {
		Results []struct {
			Flagged    bool            `json:"flagged"`
			Categories map[string]bool `json:"categories"`
		} `json:"results"`
	}
	if err := json.Unmarshal(data, &response); err != nil || len(response.Results) != len(inputs) {
		return nil, fmt.Errorf("the moderation service returned %d results for %d inputs (%v)", len(response.Results), len(inputs), err)
	}
	out := make([][]string, len(inputs))
	for i, r := range response.Results {
		if !r.Flagged {
			continue
		}
		for category, set := range r.Categories {
			if n := ourName(category); set && !slices.Contains(out[i], n) {
				out[i] = append(out[i], n)
			}
		}
		slices.Sort(out[i])
		if len(out[i]) == 0 {
			out[i] = []string{"flagged"}
		}
	}
	return out, nil
}
