package ident

import "github.com/platenhq/platen/modules/platform/fault"

// Brands, kits, templates, assets, fonts, licences and policies are shared by live and test mode. Such a row stores
// whether it is live: a live credential created it, changed it or builds on it. Test credentials may create such
// objects and change those that are not live; live ones they may only read.

// MayChange returns nil when the caller may change or delete a shared object, and otherwise a FORBIDDEN fault that
// names the required right. live is that of the row; what names the object in the message, such as "this template".
func (p *Principal) MayChange(live bool, what string) error {
	if p.Mode == Live || !live {
		return nil
	}
	return NeedsLive("change " + what + ": it is live, and test credentials change only what test credentials created")
}

// NeedsLive returns the FORBIDDEN fault for a test credential. doing completes "A test credential cannot …".
func NeedsLive(doing string) *fault.Error {
	return fault.New(fault.Forbidden, "A test credential cannot "+doing+".").With(fault.Detail{
		Path: "header:Authorization", Rule: "mode", Expected: string(Live), Actual: string(Test), Message: "Use a live key (svc_live_…) or a token of a live issuer with the same scopes."})
}
