// Package bench measures the paths that every reader of a page takes: a warm signed URL and the file behind
// it. Beside them nginx serves the same file from disk, which is what a machine can do.
//
//	go test -run '^$' -bench Warm ./e2e/bench
package bench
