package contract

import "strings"

// people returns a function that signs tokens of users of the check's workspace.
func (t *T) people() func(sub string) string {
	i := t.issuer()
	return func(sub string) string {
		return i.sign(with(with(i.claims(), "sub", sub), "scope", "approvals:write approvals:decide render:write render:read"))
	}
}

// requestApproval sends a request that needs approval and returns the approval's id.
func (t *T) requestApproval(m M, options ...option) string {
	a := t.Call("Generate", m, options...)
	t.Refused("a request that needs approval", a, 409, "APPROVAL_REQUIRED", "")
	approval, _ := a.Error["approval"].(M)
	if approval == nil {
		t.Fatalf("there is no error.approval: %s", a.Quoted())
	}
	approvers, _ := approval["required_approvers"].([]any)
	review, _ := approval["review_url"].(string)
	t.True(strings.HasPrefix(review, "http") && len(approvers) > 0, "error.approval is %v", approval)
	id, _ := approval["approval_id"].(string)
	return id
}

func approvalClauses() []Clause {
	needs := []Need{Workspaces, Loopback, Keys}
	policy := func(t *T) { t.Must("CreateApprovalPolicy", M{"action": "render"}) }
	return []Clause{
		{ID: "P-01", Says: "Where a workspace requires approval the request returns 409 APPROVAL_REQUIRED with `review_url` and `required_approvers`.", Needs: needs, Run: func(t *T) {
			t.isolate(10)
			policy(t)
			m := card("render")
			t.Is("the approval of a retry", t.requestApproval(m), t.requestApproval(m))
			t.Is("what it cost", t.Must("GetUsage", nil).Get("held"), 0)
		}},
		{ID: "P-02", Says: "After approval the original request, sent again, runs once.", Needs: needs, Run: func(t *T) {
			t.isolate(10)
			policy(t)
			// The key registered the issuer, so its users could not decide on the key's own requests.
			person, m := t.people(), card("render")
			bob := token(person("bob"))
			id := t.requestApproval(m, bob)
			t.Must("ApproveApproval", M{"approval_id": id}, token(person("ada")))
			t.Is("the request", t.Call("Generate", m, bob).Status, 202)
			t.True(t.requestApproval(m, bob) != id, "the approval was used twice")
			t.Refused("a changed request", t.Call("Generate", with(m, "seed", 3), bob), 409, "APPROVAL_REQUIRED", "")
		}},
		{ID: "P-03", Says: "Approving one's own request returns 400 SELF_ACTION_NOT_ALLOWED.", Needs: needs, Run: func(t *T) {
			t.isolate(10)
			policy(t)
			person := t.people()
			id := t.requestApproval(card("render"), token(person("ada")))
			t.Refused("by oneself", t.Call("ApproveApproval", M{"approval_id": id}, token(person("ada"))), 400, "SELF_ACTION_NOT_ALLOWED", "")
			t.Is("by another", t.Call("ApproveApproval", M{"approval_id": id}, token(person("bob"))).Status, 200)
			own := t.requestApproval(with(card("render"), "seed", 4))
			t.Refused("by a token of an issuer that the requester registered", t.Call("ApproveApproval", M{"approval_id": own}, token(person("ada"))), 400, "SELF_ACTION_NOT_ALLOWED", "")
		}},
	}
}
