// Package approvals owns the decision log: the append-only, hash-chained record
// of what was allowed, refused and done, and why.
//
// Tables (schema approvals): decision, chain. It needs nothing of other modules.
package approvals
