package approvals

import "github.com/platenhq/platen/modules/platform/fault"

// The faults of the module besides APPROVAL_REQUIRED.
var (
	// ErrApprovalNotFound is returned when the workspace has no such approval in this mode.
	ErrApprovalNotFound = fault.NotFound(fault.ApprovalNotFound)
	// ErrPolicyNotFound is returned when the workspace has no such approval policy.
	ErrPolicyNotFound = fault.NotFound(fault.ApprovalPolicyNotFound)
	// ErrDraftNotFound is returned when the workspace has no such draft in this mode.
	ErrDraftNotFound = fault.NotFound(fault.DraftNotFound)
	// ErrDecisionNotFound is returned when the workspace has no such decision in this mode.
	ErrDecisionNotFound = fault.NotFound(fault.DecisionNotFound)
	// ErrRejected is returned for a request that was rejected.
	ErrRejected = fault.State("approval_rejected", "This request was rejected. Change it, or ask again by reopening the approval.")
	// ErrExpired is returned when no decision was made in time, or the given approval was not used in time.
	ErrExpired = fault.State("approval_expired", "The approval of this request has expired. Change the request, or ask again by reopening the approval.")
	// ErrUsed is returned when another request has used the approval or is running under it.
	ErrUsed = fault.State("approval_used", "The approval was used by another request, or is being used.")
	// ErrDecided is returned when the approval is no longer pending.
	ErrDecided = fault.State("approval_decided", "This approval was decided already.")
	// ErrReviewed is returned when the caller has already decided.
	ErrReviewed = fault.State("review_given", "You have decided already; the other approvers must decide, too.")
	// ErrOpen is returned when the approval is neither rejected nor expired and so cannot be reopened.
	ErrOpen = fault.State("approval_open", "Only approvals that were rejected or have expired can be reopened, and only the newest of a request.")
	// ErrOwnRequest is returned to requesters who decide on their own request.
	ErrOwnRequest = fault.New(fault.SelfActionNotAllowed, "This is your own request; another person must decide.").With(
		fault.Detail{Rule: "own_request", Message: "The requester may not decide, nor any key of the requester's line, nor a token of an issuer that the line registered."})
	// ErrOwnDraft is returned to authors who approve their own draft.
	ErrOwnDraft = fault.New(fault.SelfActionNotAllowed, "This is your own draft; another person must approve it.").With(
		fault.Detail{Rule: "own_draft", Message: "The author, or the creator of the author's API key, may not approve."})
	// ErrNoPerson is returned to API keys, which cannot decide.
	ErrNoPerson = fault.New(fault.Forbidden, "A person must decide: use a JWT, or sign in at the review page.").With(
		fault.Detail{Path: "header:Authorization", Rule: "person", Message: "An API key cannot decide."})
	// ErrNoScope is returned when the caller's token lacks the scope to decide; the review page makes the same check as
	// the API.
	ErrNoScope = fault.New(fault.Forbidden, "This token lacks the scope approvals:decide.").With(
		fault.Detail{Path: "header:Authorization", Rule: "scope", Expected: "approvals:decide", Message: "The token lacks the scope approvals:decide."})
	// ErrNoApprover is returned when the caller is not one of the approvers.
	ErrNoApprover = fault.New(fault.Forbidden, "You are not among the approvers of this request.").With(
		fault.Detail{Path: "header:Authorization", Rule: "approver", Message: "The policy names other approvers."})
)

// moved returns the fault for a draft whose status does not allow the requested operation.
func moved(status, wanted string) error {
	return fault.State("draft_state", "The draft is "+status+"; this takes one that is "+wanted+".")
}
