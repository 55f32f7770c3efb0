// Package record stores what a render made: its files in the content store, and in one transaction its image rows with
// their signed receipts, the cached result, the charge, the decision, the event and the state of its job.
package record
