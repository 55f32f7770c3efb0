// Package webhooks delivers events to receivers, signed and at least once, and keeps those that no retry delivered.
//
// Tables (schema webhooks): endpoint, delivery, attempt. It receives facts through Announce, which joins the
// transaction of the fact: the deliveries and their queue entries exist exactly when the fact does. Each
// delivery has its bytes frozen at creation, so that every attempt and every replay sends the same ones
// under the same id. It publishes webhook.disabled itself. It depends on brands, workspaces and an example
// for the test call (Needs), and reaches receivers through the egress guard.
//
// Time is database time throughout: the schedule, the rotation's grace and the 14 days of the dead-letter
// queue.
package webhooks
