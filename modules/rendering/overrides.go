package rendering

import "github.com/platenhq/platen/modules/platform/fault"

// checkOverrides checks that every override says what it is of, once. The patch of one that does not say it makes
// it change nothing: taking it away would move the places that other patches name.
func checkOverrides(req *Request) []fault.Detail {
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
