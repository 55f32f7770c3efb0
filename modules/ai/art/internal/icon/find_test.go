package icon

import (
	"slices"
	"testing"
)

func TestFindByMeaning(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		words []string
		want  []string // any of them
	}{
		{[]string{"rocket"}, []string{"rocket"}},
		{[]string{"secure", "payment"}, []string{"credit-card", "lock", "shield-check"}},
		{[]string{"growth", "revenue"}, []string{"trending-up", "chart-line", "circle-dollar-sign"}},
		{[]string{"music", "player"}, []string{"eighth-notes", "circle-play", "play"}},
		{[]string{"email", "newsletter"}, []string{"mail", "newspaper", "mails"}},
		{[]string{"idea"}, []string{"lightbulb"}},
		{[]string{"delivery"}, []string{"truck"}},
		{[]string{"doctor"}, []string{"stethoscope"}},
		{[]string{"mountains"}, []string{"mountain"}},
		{[]string{"trophies"}, []string{"trophy"}},
		{[]string{"sailing"}, []string{"sailboat", "ship", "ship-wheel"}},
	} {
		got, err := Find(c.words, nil, 1)
		if err != nil {
			t.Fatal(err)
		}
		if len(got) == 0 || !slices.Contains(c.want, got[0].Icon.Name) {
			name := "nothing"
			if len(got) > 0 {
				name = got[0].Icon.Name
			}
			t.Errorf("Find(%q) = %s, want one of %q", c.words, name, c.want)
		}
	}
	if got, err := Find([]string{"xyzzyqwerty"}, nil, 3); err != nil || len(got) != 0 {
		t.Errorf("Find of a word without meaning = %v, %v, want nothing", got, err)
	}
}

func TestEveryIconParses(t *testing.T) {
	t.Parallel()
	icons, err := set()
	if err != nil {
		t.Fatal(err)
	}
	if len(icons) < 1500 {
		t.Fatalf("the pack has %d icons, want the whole set", len(icons))
	}
	for i := range icons {
		if p, err := icons[i].Path(); err != nil || p.Empty() {
			t.Errorf("%s: %v", icons[i].Name, err)
		}
	}
}

func TestAliasesOfIcons(t *testing.T) {
	t.Parallel()
	for word, names := range also {
		for _, n := range names {
			if ic, err := Named(n); err != nil || ic == nil {
				t.Errorf("%q points to %q, which is no icon", word, n)
			}
		}
	}
}
