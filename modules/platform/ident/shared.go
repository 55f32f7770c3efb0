package ident

import "github.com/platenhq/platen/modules/platform/fault"

// Brands, kits, templates, assets, fonts, licences and policies are shared by live and test mode. Such a row keeps
// whether it is live: a live credential made it, changed it or builds on it. Test credentials make such things and
// change those that are not live; what is live they only read.

// MayChange returns nil when the caller may change or delete a shared thing, and otherwise a FORBIDDEN fault that says
// what it takes. live is what the row keeps; what names the thing in the message, such as "this template".
func (p *Principal) MayChange(live bool, what string) error {
	if p.Mode == Live || !live {
		return nil
	}
	return NeedsLive("change " + what + ": it is live, and test credentials change only what test credentials created")
}

// NeedsLive is the FORBIDDEN fault for a test credential. doing completes "A test credential cannot …".
func NeedsLive(doing string) *fault.Error {
	return fault.New(fault.Forbidden, "A test credential cannot "+doing+".").With(fault.Detail{
		Path: "header:Authorization", Rule: "mode", Expected: string(Live), Actual: string(Test), Message: "Use a live key (svc_live_…) or a token of a live issuer with the same scopes."})
}
