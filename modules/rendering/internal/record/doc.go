// Package record stores the results of a render: its files in the content store, and in one transaction its image rows
// with their signed receipts, the cached result, the charge, the decision, the event and the state of its job.
package record
