package provider

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// violations matches the category names in OpenAI's messages.
var violations = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`safety_violations=\[([^\]]*)\]`) })

// unsafeCodes are the error codes of content filters.
var unsafeCodes = []string{"moderation_blocked", "content_policy_violation", "content_filter", "contentfilter", "content_policy", "safety_violation", "nsfw_content", "unsafe_content"}

// unsafeWords are phrases in messages of content filters, for services without error codes.
var unsafeWords = []string{"safety system", "content policy", "content filter", "nsfw", "moderation", "inappropriate"}

// flagged returns the categories that the provider's content filter names in a refusal; nil when the refusal has
// another reason.
func flagged(a *response) []string {
	if a.status != 400 && a.status != 403 && a.status != 422 && a.status != 451 {
		return nil
	}
	var body struct {
		Code    any    `json:"code"`
		Message string `json:"message"`
		Error   json.RawMessage
	}
	if json.Unmarshal(a.body, &body) != nil {
		return nil
	}
	var inner struct {
		Code    any    `json:"code"`
		Message string `json:"message"`
	}
	if json.Unmarshal(body.Error, &inner) != nil {
		_ = json.Unmarshal(body.Error, &inner.Message)
	}
	message := strings.ToLower(body.Message + " " + inner.Message)
	found := false
	for _, code := range []any{body.Code, inner.Code} {
		if s, ok := code.(string); ok && slices.Contains(unsafeCodes, strings.ToLower(s)) {
			found = true
		}
	}
	found = found || slices.ContainsFunc(unsafeWords, func(w string) bool { return strings.Contains(message, w) })
	if !found {
		return nil
	}
	var out []string
	if m := violations().FindStringSubmatch(message); m != nil {
		for c := range strings.SplitSeq(m[1], ",") {
			if c = strings.Trim(strings.TrimSpace(c), `'"`); c != "" && len(c) < 40 && len(out) < 8 {
				out = append(out, c)
			}
		}
	}
	if len(out) == 0 {
		out = []string{"flagged"}
	}
	return out
}
