package brands

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"github.com/platenhq/platen/modules/platform/fault"
)

// Difference is one member that differs between two versions. Before is nil for an added member, After for a removed
// one.
type Difference struct {
	Path, Change  string // added, removed or changed
	Before, After any    // plain JSON
}

// Diff returns the changes from one version to another; version 0 is the newest. The errors are those of Kit.
func (m *Module) Diff(ctx context.Context, id string, against, version int) (int, []Difference, error) {
	if version == 0 {
		k, err := m.Kit(ctx, id)
		if err != nil {
			return 0, nil, err
		}
		version = k.Latest
	}
	before, err := m.Version(ctx, id, against)
	if err != nil {
		return 0, nil, err
	}
	after, err := m.Version(ctx, id, version)
	if err != nil {
		return 0, nil, err
	}
	a, err := plain(&before.Kit)
	if err != nil {
		return 0, nil, err
	}
	b, err := plain(&after.Kit)
	if err != nil {
		return 0, nil, err
	}
	var out []Difference
	differences(nil, a, b, &out)
	return version, out, nil
}

// plain converts a kit to JSON values; lists of named items become maps by name.
func plain(k *Kit) (map[string]any, error) {
	text, err := json.Marshal(k)
	if err != nil {
		return nil, fmt.Errorf("writing a kit: %w", err)
	}
	var out map[string]any
	if err := json.Unmarshal(text, &out); err != nil {
		return nil, err
	}
	named := func(in map[string]any, member, key string) {
		list, _ := in[member].([]any)
		m := map[string]any{}
		for _, v := range list {
			if o, ok := v.(map[string]any); ok {
				m[fmt.Sprint(o[key])] = o
			}
		}
		in[member] = m
	}
	named(out, "locks", "id")
	named(out, "logos", "name")
	named(out["typography"].(map[string]any), "fonts", "family")
	return out, nil
}

func differences(path []any, a, b any, out *[]Difference) {
	am, aok := a.(map[string]any)
	bm, bok := b.(map[string]any)
	if !aok || !bok {
		if !reflect.DeepEqual(a, b) {
			*out = append(*out, Difference{Path: fault.Pointer(path...), Change: "changed", Before: a, After: b})
		}
		return
	}
	names := slices.Compact(slices.Sorted(slices.Values(append(sorted(am), sorted(bm)...))))
	for _, n := range names {
		at := append(slices.Clone(path), any(n))
		x, had := am[n]
		y, has := bm[n]
		switch {
		case !had:
			*out = append(*out, Difference{Path: fault.Pointer(at...), Change: "added", After: y})
		case !has:
			*out = append(*out, Difference{Path: fault.Pointer(at...), Change: "removed", Before: x})
		default:
			differences(at, x, y, out)
		}
	}
}
