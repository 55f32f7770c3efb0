//go:build unix

package main

import "syscall"

// freeSpace returns the bytes that are free for this user in the file system of a folder.
func freeSpace(dir string) (free uint64, ok bool) {
	var fs syscall.Statfs_t
	if syscall.Statfs(dir, &fs) != nil {
		return 0, false
	}
	return fs.Bavail * uint64(fs.Bsize), true
}
