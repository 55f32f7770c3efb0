package check

import "github.com/platenhq/platen/modules/library"

// Sample returns every case of a template once, and the longest data at every size, alternating moods and kits. n offsets the alternation
// for each template.
func Sample(t *library.Template, n int) []Shot {
	var out []Shot
	moods, sizes := Moods(t), t.Version.Sizes
	for i, c := range Cases() {
		times := 1
		if c.Name == "longest" {
			times = len(sizes)
		}
		for k := range times {
			turn := n + i + k
			out = append(out, Shot{Template: t, Case: c, Size: sizes[turn%len(sizes)], Mood: moods[(turn+i)%len(moods)], Kit: Kits[(turn+n)%len(Kits)]})
		}
	}
	return out
}

// Every returns every case of a template at every size, in every mood and kit.
func Every(t *library.Template, cases []Case) []Shot {
	var out []Shot
	for _, c := range cases {
		for _, size := range t.Version.Sizes {
			for _, mood := range Moods(t) {
				for _, kit := range Kits {
					out = append(out, Shot{Template: t, Case: c, Size: size, Mood: mood, Kit: kit})
				}
			}
		}
	}
	return out
}
