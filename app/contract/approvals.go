package contract

func approvalClauses() []Clause {
	const wait = "approvals"
	return []Clause{
		{ID: "P-01", Says: "Where a workspace requires approval the request answers 409 APPROVAL_REQUIRED with `review_url` and `required_approvers`.", Pending: wait},
		{ID: "P-02", Says: "After approval the original request, sent again, runs once.", Pending: wait},
		{ID: "P-03", Says: "Approving one's own request answers 400 SELF_ACTION_NOT_ALLOWED.", Pending: wait},
	}
}
