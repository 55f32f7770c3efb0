// Package killpoint names the instants at which the tests of e2e/chaos kill a process. Only programs built with the tag
// killpoints can be killed there; in every other program Reach does nothing and the setting does not exist.
package killpoint

// Point names an instant in the life of a request, a job, an object or a webhook delivery.
type Point string

// The points, in the order in which a job reaches them.
const (
	// BeforeClaim is before the transaction claims an idempotency key.
	BeforeClaim Point = "before_claim"
	// AfterClaim is after that, in the same transaction.
	AfterClaim Point = "after_claim"
	// AfterHold is after credits were held for a job or a preview, before the transaction commits.
	AfterHold Point = "after_hold"
	// AfterJobInsertBeforeCommit is after a job's row was written, before its transaction commits.
	AfterJobInsertBeforeCommit Point = "after_job_insert_before_commit"
	// AfterSubmitCommit is after a job was committed, before the client has a response.
	AfterSubmitCommit Point = "after_submit_commit"
	// AfterFetchBeforeBegin is after a worker took a job, before its work begins.
	AfterFetchBeforeBegin Point = "after_fetch_before_begin"
	// MidRender is after the first output of a job was rendered.
	MidRender Point = "mid_render"
	// AfterRenderBeforeUpload is after all outputs were rendered, before the first is stored.
	AfterRenderBeforeUpload Point = "after_render_before_upload"
	// MidUpload is while a file is written to the blob store, before it has its final name.
	MidUpload Point = "mid_upload"
	// AfterUploadBeforeCommit is after all files were stored, before the transaction that records them.
	AfterUploadBeforeCommit Point = "after_upload_before_commit"
	// AfterResultCommitBeforeAck is after the outcome of a job was committed, before the worker is done with it.
	AfterResultCommitBeforeAck Point = "after_result_commit_before_ack"
	// DuringSweep is while the sweep settles an abandoned job, before that transaction commits.
	DuringSweep Point = "during_sweep"
	// BeforeWebhookSend is after a delivery was taken, before it is sent.
	BeforeWebhookSend Point = "before_webhook_send"
	// AfterWebhook2xxBeforeMark is after a receiver accepted a delivery, before that is recorded.
	AfterWebhook2xxBeforeMark Point = "after_webhook_2xx_before_mark"
)

// All returns the points in their order.
func All() []Point {
	return []Point{
		BeforeClaim, AfterClaim, AfterHold, AfterJobInsertBeforeCommit, AfterSubmitCommit, AfterFetchBeforeBegin, MidRender,
		AfterRenderBeforeUpload, MidUpload, AfterUploadBeforeCommit, AfterResultCommitBeforeAck, DuringSweep, BeforeWebhookSend,
		AfterWebhook2xxBeforeMark,
	}
}
