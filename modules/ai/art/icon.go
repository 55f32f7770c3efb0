package art

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/ai/art/internal/icon"
	"github.com/platenhq/platen/modules/ai/art/internal/num"
)

// generateIcon finds the icon that best matches the prompt and draws it on a badge; the background is transparent.
func generateIcon(ctx context.Context, r Request) (*Result, error) {
	rng := num.NewRand(r.Seed).Fork("icon")
	read := readPrompt(r.Prompt)
	p := &Result{Understood: read.understood}
	requested := icon.RequestedBadge(strings.Fields(strings.ToLower(r.Prompt)))
	words := slices.DeleteFunc(slices.Clone(read.All), func(w string) bool {
		return slices.Contains(read.ColorWords, w) || icon.RequestedBadge([]string{w}) != "" && w != "light"
	})
	if len(words) == 0 {
		words = read.All
	}
	found, err := icon.Find(words, read.Tokens, 1)
	if err != nil {
		return nil, err
	}
	var ic *icon.Icon
	led := []string(nil)
	if len(found) > 0 {
		ic, led = found[0].Icon, found[0].Words
	} else {
		if ic, err = icon.Named("shapes"); err != nil {
			return nil, err
		}
		if ic == nil {
			return nil, fmt.Errorf("the icon set has no shapes")
		}
		p.Warnings = append(p.Warnings, Warning{Code: "prompt_without_subject", Message: "No icon matches the prompt; basic shapes are drawn instead."})
	}
	for _, w := range words {
		if !slices.Contains(led, w) && len(p.Warnings) < maxWarnings && (slices.Contains(read.Unknown, w) || read.names(w)) {
			p.Warnings = append(p.Warnings, Warning{"undrawable_word", w, fmt.Sprintf("The icon does not show '%s'.", w)})
		}
	}
	for _, w := range led {
		if !slices.Contains(p.Understood, w) {
			p.Understood = append(p.Understood, w)
		}
	}
	colors := r.Colors
	if len(colors) == 0 {
		colors = read.Named
	}
	if len(colors) == 0 && (r.Tone != "" || read.tone("") != "") {
		colors = r.palette(read.tone(""), rng.Fork("palette"))
	}
	if len(colors) == 0 {
		colors = unpack(badgeColors[rng.Int(len(badgeColors))])
	}
	badge := requested
	if badge == "" {
		badge = []icon.Badge{icon.Square, icon.Square, icon.Disc, icon.Pale}[rng.Int(4)]
	}
	scene, err := icon.Draw(ic, badge, colors, r.Width, r.Height, rng)
	if err != nil {
		return nil, err
	}
	c, err := scene.Raster(ctx)
	if err != nil {
		return nil, err
	}
	p.Pix, p.SVG, p.Colors, p.Family = c.Bytes(uint32(r.Seed), r.grain(0)), scene.SVG(), colors, "lucide:"+ic.Name
	return p, nil
}

// badgeColors are pairs of colours for the gradients of badges.
var badgeColors = [][]uint32{
	{0x6366F1, 0x8B5CF6}, {0x3B82F6, 0x06B6D4}, {0xF43F5E, 0xF97316}, {0x10B981, 0x0EA5A4}, {0xEC4899, 0x8B5CF6}, {0xF59E0B, 0xEF4444}, {0x2563EB, 0x4F46E5}, {0x14B8A6, 0x3B82F6},
}
