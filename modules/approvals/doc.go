// Package approvals owns what needs a person's permission and the record of what was decided: approval policies,
// approvals, drafts and the decision log.
//
// A use case that a policy may govern calls Require before it writes anything. Without a policy the result is "";
// otherwise the caller gets an ApprovalRequired fault until enough people have approved exactly this request
// (workspace, mode, body, versions), and then the approval's id, which Use marks as used in the transaction that
// executes. What runs long outside a transaction holds the approval with Reserve meanwhile, so that a crash
// leaves it usable and no second request runs under it.
//
// Drafts are render requests that people agree on before publishing renders them. The decision log is append-only
// and hash-chained, one chain a workspace.
//
// Tables (schema approvals): policy, approval, review, draft, draft_comment, decision, chain. It announces
// approval.requested and approval.decided, and asks for renders (Needs). All time is database time.
package approvals
