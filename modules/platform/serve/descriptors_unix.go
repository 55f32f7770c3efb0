//go:build unix

package serve

import "syscall"

// descriptors returns how many files and connections the process may have open.
func descriptors() int {
	var l syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &l) != nil {
		return 1024
	}
	return int(min(uint64(l.Cur), 1<<30)) //nolint:unconvert // int64 on some systems
}
