package signing

import (
	"strings"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/jsonpatch"
)

// shortened returns the content with every text that is longer than its variable allows cut to that length, ending in
// an ellipsis. It returns false unless every rule that err names is max_length.
func shortened(content []byte, err error) ([]byte, bool) {
	if err == nil {
		return nil, false
	}
	var operations []jsonpatch.Operation
	for _, d := range fault.From(err).Details {
		if d.Rule != "max_length" || !strings.HasPrefix(d.Path, "/data/") || len(d.FixPatch) != 1 {
			return nil, false
		}
		text, ok := d.FixPatch[0].Value.(string)
		if !ok || text == "" {
			return nil, false
		}
		runes := []rune(text)
		text = strings.TrimRight(string(runes[:len(runes)-1]), " ") + "…"
		operations = append(operations, jsonpatch.Operation{Op: "replace", Path: d.FixPatch[0].Path, Value: text})
	}
	if len(operations) == 0 {
		return nil, false
	}
	short, err := jsonpatch.Apply(content, operations...)
	return short, err == nil
}
