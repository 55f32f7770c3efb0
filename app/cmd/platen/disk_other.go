//go:build !unix

package main

// freeSpace is not implemented on this system.
func freeSpace(string) (free uint64, ok bool) { return 0, false }
