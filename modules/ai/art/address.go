package art

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
)

// AddressScheme is the prefix of the URLs that ParseAddress parses.
const AddressScheme = "ai:background?"

// ParseAddress parses the URL of a background, such as
// ai:background?colors=0F172A-38BDF8&h=630&mood=calm&seed=3&w=1200. The error wraps ErrRequest.
func ParseAddress(address string) (Request, error) {
	r := Request{Kind: Background}
	bad := func(format string, args ...any) (Request, error) {
		return Request{}, fmt.Errorf("%w: %s", ErrRequest, fmt.Sprintf(format, args...))
	}
	query, ok := strings.CutPrefix(address, AddressScheme)
	if !ok {
		return bad("an address that does not begin with %s", AddressScheme)
	}
	values, err := url.ParseQuery(query)
	if err != nil {
		return bad("an address with a malformed query")
	}
	for name, list := range values {
		v := list[0]
		var err error
		switch name {
		case "w":
			r.Width, err = strconv.Atoi(v)
		case "h":
			r.Height, err = strconv.Atoi(v)
		case "seed":
			r.Seed, err = strconv.ParseUint(v, 10, 31)
		case "mood":
			r.Mood = v
		case "tone":
			r.Tone = v
		case "prompt":
			r.Prompt = v
		case "grain":
			if r.Grain, err = strconv.ParseFloat(v, 64); err == nil && r.Grain == 0 {
				r.Grain = NoGrain
			}
		case "colors":
			for part := range strings.SplitSeq(v, "-") {
				var c Color
				if c, err = ParseColor("#" + part); err != nil {
					break
				}
				r.Colors = append(r.Colors, c)
			}
		default:
			return bad("an address with %q", name)
		}
		if err != nil || len(list) != 1 {
			return bad("an address with a malformed %s", name)
		}
	}
	return r, r.check()
}
