package art_test

import (
	"slices"
	"testing"

	"github.com/platenhq/platen/modules/ai/art"
)

// TestSubjectsWithoutIllustration: prompts about people, animals, food, places and objects are distinguished from those
// whose subject can be drawn, even when something else in them could be drawn.
func TestSubjectsWithoutIllustration(t *testing.T) {
	t.Parallel()
	for prompt, word := range map[string]string{
		"three children playing": "children", "golden retriever": "retriever", "a bottle of beer": "beer", "a wolf on a beach at sunset": "wolf", "two tigers in a garden": "tigers",
		"women in a cathedral": "cathedral", "spaghetti": "spaghetti", "a red motorcycle on a road": "motorcycle", "zxcv": "zxcv", "猫": "猫", "a violin": "violin",
		"children playing in a park": "children", "an empty stadium": "stadium", "a piano on a desk in the forest": "piano", "no mountains, just a camel": "camel",
		"a dolphin": "dolphin", "an igloo": "igloo", "passport, line art": "passport", "dna helix": "dna helix", "a brain": "brain", "nuclear power plant": "nuclear power plant", "solar panels on a hill": "solar panels",
		"stock market crash": "stock market crash", "halloween pumpkin": "halloween pumpkin", "a yellow submarine": "submarine",
	} {
		for _, style := range []art.Substyle{"", art.Digital, art.Vector} {
			u, err := art.Undrawn(art.Request{Kind: art.Image, Substyle: style, Prompt: prompt})
			if err != nil {
				t.Fatal(err)
			}
			if u == nil || !slices.Contains(u.Words, word) || len(u.Instead) == 0 {
				t.Errorf("%q (%s): %+v; want the word %q", prompt, style, u, word)
			}
		}
		if u, err := art.Undrawn(art.Request{Kind: art.Background, Prompt: prompt}); u != nil || err != nil {
			t.Errorf("a background for %q: %+v %v", prompt, u, err)
		}
	}
	for _, prompt := range []string{
		"a beach without people", "mountains, no animals", "koi fish in a coral reef underwater", "abstract flowing waves of silk", "calm blue", "a sunset", "winter night",
		"a lighthouse at dusk with a zorgblat", "coffee brown hills", "hills", "tree of life", "apple tree by a lake", "a growth chart", "gradient waves", "paper boat on a river",
		"team of people hiking", "coffee shop", "a cup of coffee", "a dog on a beach at sunset", "two cats in a garden", "pizza", "a red bicycle on a road", "modern living room", "a laptop on a desk",
		"wind turbines on a hill", "a pumpkin coloured sunset over hills", "solar system with planets", "snowy mountains with a lake and pine forest at dawn", "city skyline at night with stars", "neon synthwave road with a car and mountains", "rainy city street",
	} {
		if u, err := art.Undrawn(art.Request{Kind: art.Image, Prompt: prompt}); u != nil || err != nil {
			t.Errorf("%q is drawn, but refused: %+v %v", prompt, u, err)
		}
	}
}

// TestIconsOfSubjects: subjects that only an icon shows are reported as such, and prompts for icons are rejected when
// none matches.
func TestIconsOfSubjects(t *testing.T) {
	t.Parallel()
	u, err := art.Undrawn(art.Request{Kind: art.Image, Prompt: "a violin"})
	if err != nil || u == nil || !u.Icon {
		t.Errorf("a violin: %+v %v", u, err)
	}
	for prompt, refused := range map[string]bool{"coffee shop": false, "rocket": false, "zxcv": true, "dog and cat pets": false} {
		u, err := art.Undrawn(art.Request{Kind: art.Image, Substyle: art.Icon, Prompt: prompt})
		if err != nil || (u != nil) != refused {
			t.Errorf("an icon of %q: %+v %v", prompt, u, err)
		}
	}
}

// TestEverySubjectHasAnIllustration: every suggested alternative can be drawn.
func TestEverySubjectHasAnIllustration(t *testing.T) {
	t.Parallel()
	scenes, figures := art.Subjects()
	if len(scenes) < 60 || len(figures) < 60 {
		t.Errorf("%d scenes and %d figures; at least 60 each", len(scenes), len(figures))
	}
	for _, name := range slices.Concat(scenes, figures) {
		if u, err := art.Undrawn(art.Request{Kind: art.Image, Prompt: name}); u != nil || err != nil {
			t.Errorf("%s is offered and refused: %+v %v", name, u, err)
		}
	}
}
