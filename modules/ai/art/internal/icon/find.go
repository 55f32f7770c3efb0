package icon

import (
	"slices"
	"strings"
	"sync"
)

// Match is an icon and the words of the prompt that matched it.
type Match struct {
	Icon  *Icon
	Score float64
	Words []string
}

// also maps words that the set's tags lack to search words.
var also = map[string][]string{
	"growth": {"trending-up", "chart-line"}, "grow": {"trending-up", "sprout"}, "profit": {"trending-up", "coins"}, "revenue": {"circle-dollar-sign", "coins"}, "startup": {"rocket"}, "business": {"briefcase", "building"},
	"idea": {"lightbulb"}, "innovation": {"lightbulb"}, "insight": {"lightbulb"}, "strategy": {"target", "chess-knight"}, "goal": {"target", "goal"}, "success": {"trophy"}, "win": {"trophy"},
	"security": {"shield", "lock"}, "secure": {"shield", "lock"}, "privacy": {"lock", "eye-off"}, "password": {"key", "lock"}, "speed": {"gauge", "zap"}, "fast": {"zap", "gauge"}, "performance": {"gauge"},
	"email": {"mail"}, "message": {"message-circle"}, "chat": {"message-circle"}, "support": {"headphones", "life-buoy"}, "customer": {"users"}, "team": {"users"}, "community": {"users"}, "people": {"users"}, "person": {"user"}, "family": {"users"},
	"money": {"banknote", "coins"}, "payment": {"credit-card"}, "price": {"tag"}, "sale": {"tag", "badge-percent"}, "discount": {"badge-percent"}, "shop": {"shopping-bag", "store"}, "store": {"store"}, "ecommerce": {"shopping-cart"},
	"ai": {"brain", "sparkles", "bot"}, "intelligence": {"brain"}, "machine": {"bot", "cog"}, "robot": {"bot"}, "learning": {"graduation-cap"}, "education": {"graduation-cap"}, "school": {"school"}, "science": {"flask-conical", "atom"},
	"photo": {"camera", "image"}, "picture": {"image"}, "video": {"video"}, "film": {"film"}, "movie": {"clapperboard"}, "travel": {"plane", "luggage"}, "flight": {"plane"}, "airplane": {"plane"}, "vacation": {"tree-palm", "luggage"}, "holiday": {"tree-palm"},
	"food": {"utensils"}, "restaurant": {"utensils"}, "burger": {"hamburger"}, "doctor": {"stethoscope"}, "health": {"heart-pulse"}, "medical": {"stethoscope"}, "hospital": {"hospital"}, "medicine": {"pill"}, "fitness": {"dumbbell"}, "gym": {"dumbbell"}, "sport": {"trophy", "dumbbell"},
	"eco": {"leaf"}, "ecology": {"leaf"}, "nature": {"leaf", "trees"}, "environment": {"leaf"}, "sustainability": {"leaf", "recycle"}, "green": {"leaf"}, "forest": {"trees"}, "garden": {"flower"}, "plant": {"sprout"},
	"developer": {"code"}, "programming": {"code"}, "software": {"code"}, "api": {"webhook", "braces"}, "data": {"database"}, "analytics": {"chart-line", "chart-column"}, "statistics": {"chart-column"}, "dashboard": {"layout-dashboard", "gauge"}, "cloud": {"cloud"}, "server": {"server"},
	"world": {"globe"}, "global": {"globe"}, "internet": {"globe"}, "location": {"map-pin"}, "place": {"map-pin"}, "navigation": {"compass"}, "time": {"clock"}, "schedule": {"calendar"}, "date": {"calendar"}, "event": {"calendar"}, "meeting": {"calendar", "users"},
	"love": {"heart"}, "like": {"thumbs-up", "heart"}, "favorite": {"star", "heart"}, "magic": {"wand-sparkles", "sparkles"}, "celebration": {"party-popper"}, "party": {"party-popper"}, "birthday": {"cake"}, "gift": {"gift"}, "christmas": {"tree-pine", "gift"},
	"law": {"scale", "gavel"}, "legal": {"scale", "gavel"}, "justice": {"scale"}, "bank": {"landmark"}, "finance": {"landmark", "coins"}, "insurance": {"umbrella", "shield"}, "house": {"house"}, "home": {"house"}, "realestate": {"house"}, "building": {"building"}, "city": {"building-2"}, "skyline": {"building-2"},
	"dragon": {}, "car": {"car"}, "truck": {"truck"}, "delivery": {"truck"}, "shipping": {"truck", "package"}, "boat": {"sailboat"}, "ship": {"ship"}, "ocean": {"waves"}, "sea": {"waves"}, "mountain": {"mountain"}, "desert": {"sun", "pyramid"}, "moon": {"moon"}, "night": {"moon"}, "weather": {"cloud-sun"}, "storm": {"cloud-lightning"},
	"king": {"crown"}, "queen": {"crown"}, "luxury": {"gem", "crown"}, "premium": {"crown", "gem"}, "diamond": {"gem"}, "energy": {"zap"}, "electricity": {"zap"}, "battery": {"battery"}, "fire": {"flame"}, "hot": {"flame"}, "cold": {"snowflake"}, "winter": {"snowflake"}, "music": {"music"}, "song": {"music"}, "podcast": {"mic"}, "book": {"book-open"}, "reading": {"book-open"}, "writing": {"pen"}, "blog": {"pen"}, "news": {"newspaper"},
	"settings": {"settings"}, "tool": {"wrench"}, "repair": {"wrench"}, "build": {"hammer"}, "construction": {"hard-hat", "hammer"}, "design": {"palette", "pen-tool"}, "art": {"palette"}, "player": {"circle-play"}, "newsletter": {"mail"}, "game": {"gamepad-2"}, "gaming": {"gamepad-2"}, "pet": {"paw-print"}, "dog": {"dog"}, "cat": {"cat"}, "coffee": {"coffee"}, "beer": {"beer"}, "wine": {"wine"},
}

// index maps the words of names and tags to icons.
type index struct {
	icons []Icon
	names map[string]int
	words map[string][]entry
}

type entry struct {
	icon   int
	weight float64
}

var indexed = sync.OnceValues(func() (*index, error) {
	icons, err := set()
	if err != nil {
		return nil, err
	}
	x := &index{icons, map[string]int{}, map[string][]entry{}}
	add := func(word string, icon int, weight float64) {
		list := x.words[word]
		for k := range list {
			if list[k].icon == icon {
				list[k].weight = max(list[k].weight, weight)
				return
			}
		}
		x.words[word] = append(list, entry{icon, weight})
	}
	for i := range icons {
		ic := &icons[i]
		for _, name := range append([]string{ic.Name}, ic.aliases...) {
			if _, taken := x.names[name]; !taken || name == ic.Name {
				x.names[name] = i
			}
			parts := strings.Split(name, "-")
			for k, p := range parts {
				// The first words of a name weigh more; a name of a single word weighs most.
				w := 5.0
				if len(parts) > 1 {
					w = 3.4 / (1 + float64(0.25*float64(len(parts)-2)))
					if k > 0 {
						w *= 0.85
					}
				}
				add(stem(p), i, w)
			}
		}
		crowd := 1 / (1 + float64(len(ic.tags))/24)
		for _, t := range ic.tags {
			fields := strings.Fields(strings.ReplaceAll(t, "-", " "))
			for _, f := range fields {
				w := 2.4
				if len(fields) > 1 {
					w = 1.0
				}
				add(stem(f), i, w*(0.45+float64(0.55*crowd)))
			}
		}
	}
	return x, nil
})

// stem removes the ending of a word, so that its inflected forms match.
func stem(w string) string {
	w = strings.ToLower(w)
	for _, s := range []string{"ies", "ing", "ed", "es", "s"} {
		if t, ok := strings.CutSuffix(w, s); ok && len(t) >= 3 {
			if s == "ies" {
				t += "y"
			}
			if s == "s" && strings.HasSuffix(t, "s") {
				return w
			}
			return strings.TrimSuffix(t, "e")
		}
	}
	if len(w) > 4 {
		w = strings.TrimSuffix(w, "e")
	}
	return w
}

// Find returns up to n icons that best match the words of a prompt, best first; earlier words weigh slightly more.
// minor are further words that weigh less.
func Find(words, minor []string, n int) ([]Match, error) {
	x, err := indexed()
	if err != nil {
		return nil, err
	}
	scores := make([]float64, len(x.icons))
	led := make([][]string, len(x.icons))
	for place, phrase := range append(slices.Clone(words), minor...) {
		first := 1 / (1 + float64(0.06*float64(min(place, len(words)))))
		if place >= len(words) {
			if slices.Contains(words, phrase) {
				continue
			}
			first = 0.35
		}
		hit := func(i int, v float64) {
			scores[i] += float64(v * first)
			if !slices.Contains(led[i], phrase) {
				led[i] = append(led[i], phrase)
			}
		}
		if i, ok := x.names[strings.ReplaceAll(phrase, " ", "-")]; ok {
			hit(i, 5)
		}
		for _, w := range strings.Fields(phrase) {
			s := stem(w)
			for _, e := range x.words[s] {
				rare := 1 / (1 + float64(len(x.words[s]))/160)
				hit(e.icon, e.weight*(0.5+float64(0.5*rare)))
			}
			for k, name := range append(slices.Clone(also[w]), also[strings.TrimSuffix(w, "s")]...) {
				if i, ok := x.names[name]; ok {
					hit(i, 4.2-float64(0.8*float64(min(k, 3))))
				}
			}
		}
	}
	var out []Match
	for i, v := range scores {
		if v > 0.8 {
			// An icon that matches several different words ranks above one that matches a single word twice.
			out = append(out, Match{&x.icons[i], v * (1 + float64(0.35*float64(len(led[i])-1))), led[i]})
		}
	}
	slices.SortStableFunc(out, func(a, b Match) int {
		switch {
		case a.Score > b.Score:
			return -1
		case a.Score < b.Score:
			return 1
		case len(a.Icon.Name) != len(b.Icon.Name):
			return len(a.Icon.Name) - len(b.Icon.Name)
		}
		return strings.Compare(a.Icon.Name, b.Icon.Name)
	})
	return out[:min(n, len(out))], nil
}

// Named returns an icon by its name, nil when there is none.
func Named(name string) (*Icon, error) {
	x, err := indexed()
	if err != nil {
		return nil, err
	}
	i, ok := x.names[name]
	if !ok {
		return nil, nil
	}
	return &x.icons[i], nil
}
