package footprint

import (
	"bytes"
	"math"
	"os"
	"runtime/debug"
	"strconv"
)

// limitFiles hold the memory limit of the process's control group, as a container sees it: of version 2 and of version 1.
var limitFiles = []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}

// Bound lets the collector keep the process's own memory below three quarters of the memory limit of its container, if
// there is one: near it, garbage is collected more often. The rest is for the pages of the program and for child processes,
// such as the embedded database. A limit set by the environment (GOMEMLIMIT) takes precedence. It returns the bound in
// bytes, 0 for none.
func Bound() int64 {
	if debug.SetMemoryLimit(-1) != math.MaxInt64 {
		return 0
	}
	for _, name := range limitFiles {
		text, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		if bound := boundOf(text); bound > 0 {
			debug.SetMemoryLimit(bound)
			return bound
		}
	}
	return 0
}

// boundOf returns three quarters of the limit in a file of a control group, 0 if it sets none.
func boundOf(text []byte) int64 {
	limit, err := strconv.ParseInt(string(bytes.TrimSpace(text)), 10, 64)
	if err != nil || limit <= 0 || limit > 1<<50 { // "max", or the largest number of pages
		return 0
	}
	return limit / 4 * 3
}
