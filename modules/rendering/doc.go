// Package rendering owns render requests, jobs, stored images and PDFs, and their receipts.
//
// The path of a request, from the wire to the bytes:
//
//  1. rpc decodes the message into a Request and calls [Module.Generate].
//  2. plan.Builder.Build resolves it to an immutable plan: exact versions, outputs, engine, cost; it checks every rule.
//  3. draw.Documents opens and lays out the documents that the checks need, with the files that inputs.Set.Fetch reads.
//  4. A preview (preview) holds its credits in a first transaction; a job (enqueue) stores its row, hold and response.
//  5. Workers take queued jobs under a lease (take, work) and build the plan of the stored request again (attempt).
//  6. draw.Documents.Render draws and encodes every output, outside any transaction.
//  7. record.Recorder.StoreFiles puts the files into the content store and signs their receipts.
//  8. record.Recorder.Save and Decide, or CompleteJob, record images, charge, decision, event and state in one transaction.
//  9. Failed attempts are queued again or end the job (retry); abandoned jobs are settled by sweep.
//  10. [Module.Public] serves the bytes; damaged files are rendered again from their receipts (repairs).
//
// Tables (schema rendering): job, image, result (the cache by request hash) and snapshot (pinned remote files).
// Dependencies on other modules are in Needs. Imports go one way: this package uses its internal packages, in the order
// store, queue, request, plan, inputs, draw, record, of which each uses only earlier ones.
package rendering
