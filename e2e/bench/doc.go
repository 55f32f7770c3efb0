// Package bench measures the hot paths of a page view: a warm signed URL and the file behind it. nginx serving
// the same file from disk is the baseline for the machine.
//
//	go test -run '^$' -bench Warm ./e2e/bench
package bench
