package approvals

import "github.com/platenhq/platen/modules/platform/fault"

// The faults of the module besides APPROVAL_REQUIRED.
var (
	// ErrApprovalNotFound says that the workspace has no such approval in this mode.
	ErrApprovalNotFound = fault.NotFound(fault.ApprovalNotFound)
	// ErrPolicyNotFound says that the workspace has no such approval policy.
	ErrPolicyNotFound = fault.NotFound(fault.ApprovalPolicyNotFound)
	// ErrDraftNotFound says that the workspace has no such draft in this mode.
	ErrDraftNotFound = fault.NotFound(fault.DraftNotFound)
	// ErrDecisionNotFound says that the workspace has no such decision in this mode.
	ErrDecisionNotFound = fault.NotFound(fault.DecisionNotFound)
	// ErrRejected says that somebody rejected the request.
	ErrRejected = fault.State("approval_rejected", "This request was rejected. Change it, or ask again by reopening the approval.")
	// ErrExpired says that nobody decided in time, or that the given approval was not used in time.
	ErrExpired = fault.State("approval_expired", "The approval of this request has expired. Change the request, or ask again by reopening the approval.")
	// ErrUsed says that another request has used the approval, or is running under it.
	ErrUsed = fault.State("approval_used", "The approval was used by another request, or is being used.")
	// ErrDecided says that the approval is not pending any more.
	ErrDecided = fault.State("approval_decided", "This approval was decided already.")
	// ErrReviewed says that the caller has decided before.
	ErrReviewed = fault.State("review_given", "You have decided already; others must too.")
	// ErrOpen says that there is nothing to reopen.
	ErrOpen = fault.State("approval_open", "Only approvals that were rejected or have expired can be reopened, and only the newest of a request.")
	// ErrOwnRequest says that nobody decides on their own request.
	ErrOwnRequest = fault.New(fault.SelfActionNotAllowed, "You asked for this; somebody else must decide.").With(
		fault.Detail{Rule: "own_request", Message: "The requester, or whoever made the requester's API key, may not decide."})
	// ErrOwnDraft says that nobody approves their own draft.
	ErrOwnDraft = fault.New(fault.SelfActionNotAllowed, "This is your own draft; somebody else must approve it.").With(
		fault.Detail{Rule: "own_draft", Message: "The author, or whoever made the author's API key, may not approve."})
	// ErrNoPerson says that an API key cannot decide.
	ErrNoPerson = fault.New(fault.Forbidden, "A person must decide: use a JWT, or sign in at the review page.").With(
		fault.Detail{Path: "header:Authorization", Rule: "person", Message: "An API key cannot decide."})
	// ErrNoApprover says that the caller is not among those who may decide.
	ErrNoApprover = fault.New(fault.Forbidden, "You are not among the approvers of this request.").With(
		fault.Detail{Path: "header:Authorization", Rule: "approver", Message: "The policy names other approvers."})
	// ErrBrand says that the token is narrowed to other brands.
	ErrBrand = fault.New(fault.Forbidden, "This token is limited to other brands.").With(
		fault.Detail{Rule: "brand", Message: "The token is limited to other brands."})
)

// moved is the fault of a draft that is not in a state for what is asked.
func moved(status, wanted string) error {
	return fault.State("draft_state", "The draft is "+status+"; this takes one that is "+wanted+".")
}
