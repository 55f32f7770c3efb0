package fault

import "strings"

// Nearest returns the candidate closest to name: equal but for case and separators, or at most two edits
// away (one for names of up to four characters). It returns "" when none is close.
func Nearest(name string, candidates []string) string {
	if len(name) == 0 || len(name) > 64 {
		return ""
	}
	plain := squash(name)
	best, bestDistance := "", 3
	if len(plain) <= 4 {
		bestDistance = 2
	}
	for _, c := range candidates {
		other := squash(c)
		if plain == other {
			return c
		}
		if d := distance(plain, other, bestDistance); d < bestDistance && d < len(other) {
			best, bestDistance = c, d
		}
	}
	return best
}

// squash folds case and drops what separates words.
func squash(s string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "", ".", "", " ", "").Replace(s))
}

// distance is the optimal string alignment distance of a and b (insert, delete, replace, swap neighbours),
// or limit when it is not smaller than limit.
func distance(a, b string, limit int) int {
	if d := len(a) - len(b); d >= limit || -d >= limit {
		return limit
	}
	before := make([]int, len(b)+1)
	last := make([]int, len(b)+1)
	row := make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
