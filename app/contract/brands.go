package contract

func brandClauses() []Clause {
	const wait = "brands and kits"
	return []Clause{
		{ID: "B-01", Says: "`GET /api/v1/facade/brands` answers a page of brands.", Pending: wait},
		{ID: "B-02", Says: "A request that conflicts with a lock of a kit answers 400 STYLE_LOCK_VIOLATION with the locked value in `context.expected`.", Pending: wait},
		{ID: "B-03", Says: "Applying every `fix_patch` of a violation and resending clears it, in at most two rounds.", Pending: wait},
		{ID: "B-04", Says: "Kits are versioned; a published version never changes.", Pending: wait},
		{ID: "B-05", Says: "A request that breaks a content or commercial-use policy answers 400 POLICY_VIOLATION with the reason in `context.rule`.", Pending: "licences"},
	}
}
