// Package telemetry makes the service observable: structured logs that carry the request id, traces that
// follow a request through HTTP, SQL and jobs, and Prometheus metrics without tenant labels.
package telemetry
