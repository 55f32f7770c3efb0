package art_test

import (
	"slices"
	"testing"

	"github.com/platenhq/platen/modules/ai/art"
)

// TestSubjectsWithoutIllustration: prompts about people, animals, food, places and objects are told apart from those whose
// subject is drawn, also when something else in them could be drawn.
func TestSubjectsWithoutIllustration(t *testing.T) {
	t.Parallel()
	for prompt, word := range map[string]string{
		"team of people hiking": "people", "golden retriever": "retriever", "coffee shop": "shop", "a cup of coffee": "cup", "A dog on a beach at sunset": "dog",
		"two cats in a garden": "cats", "women climbing a snowy mountain": "women", "pizza": "pizza", "a red bicycle on a road": "bicycle", "zxcv": "zxcv", "猫": "猫",
		"children playing in a park": "children", "modern living room": "living room", "a laptop on a desk in the forest": "laptop", "no mountains, just a horse": "horse",
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
		"snowy mountains with a lake and pine forest at dawn", "city skyline at night with stars", "neon synthwave road with a car and mountains", "rainy city street",
	} {
		if u, err := art.Undrawn(art.Request{Kind: art.Image, Prompt: prompt}); u != nil || err != nil {
			t.Errorf("%q is drawn, but refused: %+v %v", prompt, u, err)
		}
	}
}

// TestIconsOfSubjects: what only an icon shows is said to be one, and prompts for icons are refused when none fits.
func TestIconsOfSubjects(t *testing.T) {
	t.Parallel()
	u, err := art.Undrawn(art.Request{Kind: art.Image, Prompt: "a bicycle"})
	if err != nil || u == nil || !u.Icon {
		t.Errorf("a bicycle: %+v %v", u, err)
	}
	for prompt, refused := range map[string]bool{"coffee shop": false, "rocket": false, "zxcv": true, "dog and cat pets": false} {
		u, err := art.Undrawn(art.Request{Kind: art.Image, Substyle: art.Icon, Prompt: prompt})
		if err != nil || (u != nil) != refused {
			t.Errorf("an icon of %q: %+v %v", prompt, u, err)
		}
	}
}

// TestEverySubjectHasAnIllustration: what is offered instead is drawn.
func TestEverySubjectHasAnIllustration(t *testing.T) {
	t.Parallel()
	if len(art.Subjects()) < 60 {
		t.Errorf("%d subjects; at least 60", len(art.Subjects()))
	}
	for _, name := range art.Subjects() {
		if u, err := art.Undrawn(art.Request{Kind: art.Image, Prompt: name}); u != nil || err != nil {
			t.Errorf("%s is offered and refused: %+v %v", name, u, err)
		}
	}
}
