package svg

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// maxBegins bounds the begin times of one animation, and maxChain the chain of animations that begin with each other.
const (
	maxBegins = 64
	maxChain  = 16
	// maxEvaluated bounds the intervals that are computed for one document.
	maxEvaluated = 20_000
)

func isFinite(v float64) bool { return !math.IsInf(v, 0) }

// timing returns the length of a round and the number of rounds.
func (a *animation) timing() (duration, rounds float64) {
	duration, ok := clock(attribute(a.node, "dur"))
	if !ok || duration <= 0 {
		duration = math.Inf(1)
	}
	rounds = 1
	count, limit := attribute(a.node, "repeatCount"), attribute(a.node, "repeatDur")
	if count == "indefinite" || count == "" && limit == "indefinite" {
		rounds = math.Inf(1)
	} else if f, err := strconv.ParseFloat(count, 64); err == nil && f > 0 && f < 1e9 {
		rounds = f
	}
	if total, ok := clock(limit); ok && total > 0 && isFinite(duration) {
		if count == "" {
			rounds = math.Inf(1)
		}
		rounds = min(rounds, total/duration)
	}
	return duration, rounds
}

// activeDuration returns the length of an interval without its end attribute.
func (a *animation) activeDuration() float64 {
	active := a.duration
	if isFinite(active) {
		active = float64(a.duration * a.rounds)
	}
	low, hasLow := clock(attribute(a.node, "min"))
	high, hasHigh := clock(attribute(a.node, "max"))
	if hasLow && hasHigh && low > high {
		return active
	}
	if hasHigh && high > 0 {
		active = min(active, high)
	}
	if hasLow {
		active = max(active, low)
	}
	return active
}

// begins returns the times at which an animation begins, in ascending order.
func (s *animationSet) begins(a *animation, depth int) []float64 {
	if list, ok := s.memo[a]; ok {
		return list
	}
	if depth > maxChain {
		return nil
	}
	s.memo[a] = nil // an animation that depends on itself has no other begin time
	list := s.times(a, "begin", depth)
	if _, has := a.node.Attr("begin"); !has {
		list = []float64{0}
	}
	s.memo[a] = list
	return list
}

// times returns the times of a begin or end attribute that are known: offsets from the start of the document and from
// the begin or end of other animations.
func (s *animationSet) times(a *animation, name string, depth int) []float64 {
	var list []float64
	for part := range strings.SplitSeq(attribute(a.node, name), ";") {
		part = strings.TrimSpace(part)
		if t, ok := clock(part); ok {
			list = append(list, t)
			continue
		}
		list = append(list, s.eventTimes(part, depth)...)
		if len(list) > maxBegins {
			break
		}
	}
	slices.Sort(list)
	return list[:min(len(list), maxBegins)]
}

// eventTimes returns the times of a reference such as "other.end + 1s".
func (s *animationSet) eventTimes(text string, depth int) []float64 {
	id, event, ok := strings.Cut(text, ".")
	other := s.ids[strings.TrimSpace(id)]
	if !ok || other == nil {
		return nil
	}
	shift := 0.0
	if at := strings.IndexAny(event, "+-"); at >= 0 {
		sign, rest := event[at:at+1], strings.TrimSpace(event[at+1:])
		if shift, ok = clock(rest); !ok {
			return nil
		}
		if sign == "-" {
			shift = -shift
		}
		event = event[:at]
	}
	var list []float64
	for _, begin := range s.begins(other, depth+1) {
		switch strings.TrimSpace(event) {
		case "begin":
			list = append(list, begin+shift)
		case "end":
			if end := s.end(other, begin, depth+1); isFinite(end) {
				list = append(list, end+shift)
			}
		}
	}
	return list
}

// end returns the end of the interval that begins at a time.
func (s *animationSet) end(a *animation, begin float64, depth int) float64 {
	end := begin + a.activeDuration()
	if s.evaluated++; depth > maxChain || s.evaluated > maxEvaluated {
		return end
	}
	for _, t := range s.times(a, "end", depth) {
		if t > begin {
			end = min(end, t)
			break
		}
	}
	return end
}

// sample sets the state of an animation at a time and reports whether it has an effect then.
func (s *animationSet) sample(a *animation, seconds float64) bool {
	restart := attribute(a.node, "restart")
	begun, until, found := 0.0, 0.0, false
	for _, begin := range s.begins(a, 0) {
		if begin > seconds || found && (restart == "never" || restart == "whenNotActive" && begin < until) {
			break
		}
		begun, until, found = begin, s.end(a, begin, 0), true
	}
	if !found || until <= begun {
		return false
	}
	elapsed := seconds - begun
	if seconds >= until {
		if attribute(a.node, "fill") != "freeze" {
			return false
		}
		elapsed = until - begun
	}
	a.begun = begun
	if a.tag == "set" || !isFinite(a.duration) {
		a.round, a.progress = 0, 0
		return a.tag == "set" || isFinite(elapsed)
	}
	at := min(elapsed/a.duration, a.rounds)
	whole := math.Floor(at)
	if at == whole && at > 0 && seconds >= until {
		whole-- // a frozen animation shows the end of its last round
	}
	a.round, a.progress = int(min(whole, 1e6)), at-whole
	return true
}

// clock parses a clock value in seconds: 02:30:03, 5s, 300ms, 1.5min, 2h, 3.
func clock(v string) (float64, bool) {
	sign := 1.0
	switch {
	case strings.HasPrefix(v, "-"):
		sign, v = -1, v[1:]
	case strings.HasPrefix(v, "+"):
		v = v[1:]
	}
	total := 0.0
	if strings.Contains(v, ":") {
		for part := range strings.SplitSeq(v, ":") {
			f, err := strconv.ParseFloat(part, 64)
			if err != nil || f < 0 || f > 1e9 {
				return 0, false
			}
			total = float64(total*60) + f
		}
		return sign * total, true
	}
	unit := 1.0
	for _, u := range [...]struct {
		name  string
		scale float64
	}{{"ms", 0.001}, {"min", 60}, {"h", 3600}, {"s", 1}} {
		if rest, found := strings.CutSuffix(v, u.name); found {
			v, unit = rest, u.scale
			break
		}
	}
	f, err := strconv.ParseFloat(strings.TrimSpace(v), 64)
	if err != nil || f < 0 || f > 1e9 {
		return 0, false
	}
	return sign * f * unit, true
}

// motionPath returns the path that an mpath child of an animateMotion element refers to.
func motionPath(doc *dom.Document, n *dom.Node) dom.NodeID {
	for c := n.FirstChild; c != dom.None; c = doc.Nodes[c].Next {
		if m := &doc.Nodes[c]; strings.EqualFold(m.Tag, "mpath") {
			if id, ok := strings.CutPrefix(href(m), "#"); ok {
				return elementByID(doc, id)
			}
		}
	}
	return dom.None
}
