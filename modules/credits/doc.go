// Package credits owns the workspaces' accounts.
//
// Tables (schema credits): accounts, holds, ledger. An account has available, held and spent credits, none ever
// negative, whose sum always equals what was granted. Work that costs credits first takes a hold (the check and the
// reservation are one statement), captures it when it produced a result and voids it otherwise; a hold that is never
// resolved expires after the longest time its work can take. Every movement is a row of an append-only ledger.
//
// It depends on no other module and publishes one event: spending reduced a workspace's balance below a threshold. All
// calls join the transaction of their context, so that credits move exactly when the work they pay for is committed.
package credits
