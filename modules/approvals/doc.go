// Package approvals owns everything that requires a person's approval and the record of decisions: approval policies,
// approvals, drafts and the decision log.
//
// A use case that a policy may govern calls Require before it writes anything. Without a matching policy the result is
// ""; otherwise the caller gets an ApprovalRequired fault until enough people have approved exactly this request
// (workspace, mode, body, versions), and then the approval's id, which Use marks as used in the transaction that
// executes the request. Long-running work outside a transaction holds a lease on the approval (Reserve), so that a
// crash leaves it usable and no second request runs under it.
//
// Drafts are render requests that are reviewed before publishing renders them. The decision log is append-only and
// hash-chained, with one chain per workspace.
//
// Tables (schema approvals): policy, approval, review, draft, draft_comment, decision, chain. It publishes
// approval.requested and approval.decided, and runs renders through Needs. All times are database time.
package approvals
