package bridge

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/platenhq/platen/modules/brands"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/rendering"
)

// LocalKit is a brand kit read from a file, for rendering without a service. It is immutable.
type LocalKit struct{ compiled *brands.Compiled }

// OpenKit reads a brand kit: the `kit` of a version, or an object that has it as its member `kit`. A kit that breaks
// rules is a fault with all of them.
func OpenKit(data []byte) (*LocalKit, error) {
	var wrapped struct {
		Kit json.RawMessage `json:"kit"`
	}
	if json.Unmarshal(data, &wrapped) == nil && len(wrapped.Kit) > 0 {
		data = wrapped.Kit
	}
	kit := new(brands.Kit)
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(kit); err != nil {
		return nil, fmt.Errorf("reading the brand kit: %w", err)
	}
	compiled, details := brands.Compile(cssOfEngine{}, kit)
	if len(details) > 0 {
		return nil, fault.Rules(details...)
	}
	return &LocalKit{compiled}, nil
}

// CSS is the style sheet that puts the kit's tokens on the root element.
func (k *LocalKit) CSS() string { return k.compiled.CSS }

// Evaluate returns the violations of a drawing that are errors, and those that are warnings.
func (k *LocalKit) Evaluate(d *rendering.Drawing, request map[string]any) ([]fault.Detail, []rendering.Warning) {
	if !k.compiled.Locked() {
		return nil, nil
	}
	v := k.compiled.Evaluate(cssOfEngine{}, request, map[string]any{}, []brands.Page{newBrandPage(d.Output.Name, d.Drawn)})
	warnings := make([]rendering.Warning, len(v.Warnings))
	for i, w := range v.Warnings {
		warnings[i] = rendering.Warning(w)
	}
	return v.Errors, warnings
}
