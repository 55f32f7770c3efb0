// Package credits owns what a workspace may spend.
//
// Tables (schema credits): accounts, holds, ledger. An account is available, held and spent, none ever
// negative, together always what was granted. Work that costs takes a hold first (the check and the
// reservation are one statement), captures it when it produced something and voids it otherwise; a hold
// that nobody resolves expires after 20 minutes. Every movement is a row of an append-only ledger.
//
// It asks nobody and tells one thing: that spending has brought a workspace below a threshold. All calls join the transaction of their context, so that money moves
// exactly when the work it is about is committed.
package credits
