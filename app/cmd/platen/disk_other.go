//go:build !unix

package main

// freeSpace reports that the free space is unknown: package syscall has no call for it on this system.
func freeSpace(string) (free uint64, ok bool) { return 0, false }
