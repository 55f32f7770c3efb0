package signing

import (
	"context"
	"encoding/json"
	"time"

	"github.com/platenhq/platen/modules/platform/cache"
	"github.com/platenhq/platen/modules/platform/fault"
)

// CardSpec determines a fallback card: the brand and the size in the content of a URL, "" and 0 for none.
type CardSpec struct {
	BrandID, KitID string
	KitVersion     int
	Preset         string
	Width, Height  int
}

// cardKey identifies a fallback card of a workspace and mode.
type cardKey struct {
	tenant string
	spec   CardSpec
}

// cardCache caches fallback cards, bounded by their bytes, for as long as a failure is cached.
type cardCache = cache.Cache[cardKey, []byte]

const maxCardBytes = 8 << 20

func newCardCache() *cardCache {
	return cache.New[cardKey](cache.Options[[]byte]{Cost: func(b []byte) int { return len(b) }, MaxCost: maxCardBytes, TTL: failurePause})
}

// cardOf returns the spec of the fallback card of a content.
func cardOf(content []byte) CardSpec {
	var c struct {
		BrandID  string `json:"brand_id"`
		BrandKit struct {
			ID      string `json:"id"`
			Version int    `json:"version"`
		} `json:"brand_kit"`
		Preset string `json:"preset"`
		Width  int    `json:"width"`
		Height int    `json:"height"`
	}
	if json.Unmarshal(content, &c) != nil {
		return CardSpec{} // content that does not fit its schema
	}
	return CardSpec{c.BrandID, c.BrandKit.ID, c.BrandKit.Version, c.Preset, c.Width, c.Height}
}

// showsCard reports whether a failure is shown as a card: the content of the URL is missing or invalid, or cannot be
// rendered. A failure that is temporary or due to the owner keeps its status: limits, credits, deleted images.
func showsCard(f *fault.Error) bool {
	return f.Kind() == fault.KindInvalid || f.Kind() == fault.KindNotFound || f.Code == fault.RenderFailed
}

// card returns the fallback card for a failure, nil when there is none.
func (m *Module) card(ctx context.Context, k *signingKey, spec CardSpec, f *fault.Error) []byte {
	if m.needs.Cards == nil || !showsCard(f) {
		return nil
	}
	key := cardKey{string(k.principal.Workspace) + "/" + string(k.principal.Mode), spec}
	if png, ok := m.cards.Get(key); ok {
		return png
	}
	epoch := m.cards.Epoch()
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer stop()
	png, err := m.needs.Cards.Card(ctx, spec)
	if err != nil {
		m.log.ErrorContext(ctx, "rendering the fallback card of a signed URL", "error", err)
		return nil
	}
	m.cards.Put(key, png, epoch)
	return png
}
