package request

import "github.com/platenhq/platen/modules/platform/fault"

// CheckOverrides checks that every override has exactly one target. The fix for an override without a target adds one
// that changes nothing: removing the override would shift the indexes that other fixes refer to.
func CheckOverrides(req *Request) []fault.Detail {
	var details []fault.Detail
	for i := range req.Overrides {
		o := &req.Overrides[i]
		d := fault.Detail{Path: fault.Pointer("overrides", i), Rule: "override_target", Message: "An override names a node by its id or nodes by a selector: exactly one of them."}
		switch {
		case o.Node != "" && o.Selector != "":
			d.FixPatch = []fault.Op{fault.Remove(fault.Pointer("overrides", i, "selector"))}
		case o.Node == "" && o.Selector == "":
			d.FixPatch = []fault.Op{fault.Replace(fault.Pointer("overrides", i), map[string]any{"selector": "body"})}
		default:
			continue
		}
		details = append(details, d)
	}
	return details
}
