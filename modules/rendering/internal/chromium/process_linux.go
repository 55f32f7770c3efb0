package chromium

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// attributes makes a browser run as u in its own session and end with the thread that started it.
func attributes(u user) *syscall.SysProcAttr {
	a := &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}
	if u.switched {
		a.Credential = &syscall.Credential{Uid: uint32(u.id), Gid: uint32(u.id)}
	}
	return a
}

func killGroup(pid int) {
	_ = syscall.Kill(-pid, syscall.SIGKILL)
	_ = syscall.Kill(pid, syscall.SIGKILL)
}

// relative is a descendant process of a browser. start distinguishes it from a later process with the same id.
type relative struct {
	pid   int
	start string
}

// descendants returns all descendants of pid.
func descendants(pid int) []relative {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	children := map[int][]relative{}
	for _, path := range stats {
		child, err := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		if err != nil {
			continue
		}
		if parent, start := parentOf(child); parent != 0 {
			children[parent] = append(children[parent], relative{child, start})
		}
	}
	var out []relative
	for todo := []int{pid}; len(todo) > 0; todo = todo[1:] {
		for _, c := range children[todo[0]] {
			out = append(out, c)
			todo = append(todo, c.pid)
		}
	}
	return out
}

// parentOf returns the parent and the start time of a process (proc(5), fields 4 and 22).
func parentOf(pid int) (parent int, start string) {
	content, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, ""
	}
	text := string(content)
	fields := strings.Fields(text[strings.LastIndexByte(text, ')')+1:])
	if len(fields) < 20 {
		return 0, ""
	}
	parent, _ = strconv.Atoi(fields[1])
	return parent, fields[19]
}

func (r relative) kill() {
	if _, start := parentOf(r.pid); start != "" && start == r.start {
		_ = syscall.Kill(r.pid, syscall.SIGKILL)
	}
}

// memory returns the private resident memory in bytes (proc(5), statm).
func (r relative) memory() int64 {
	content, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", r.pid))
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(content))
	if len(fields) < 3 {
		return 0
	}
	resident, _ := strconv.ParseInt(fields[1], 10, 64)
	shared, _ := strconv.ParseInt(fields[2], 10, 64)
	return (resident - shared) * int64(os.Getpagesize())
}

// verifySandbox checks the renderer processes of the browser pid: each must have a seccomp filter and a process
// namespace of its own.
func verifySandbox(pid int) (string, error) {
	seen := 0
	for _, r := range descendants(pid) {
		cmdline, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", r.pid))
		if err != nil || !strings.Contains(string(cmdline), "--type=renderer") {
			continue
		}
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", r.pid))
		if err != nil {
			continue // it has ended
		}
		if statusField(status, "Seccomp") != "2" {
			return "", errors.New("the browser's page processes run without a seccomp filter")
		}
		if inside, outside := namespaces(status), namespacesOf(pid); inside <= outside {
			return "", errors.New("the browser's page processes run in no namespace of their own")
		}
		seen++
	}
	if seen == 0 {
		return "", errors.New("the browser's page processes could not be found to verify their sandbox")
	}
	return "verified", nil
}

func statusField(status []byte, name string) string {
	for _, line := range strings.Split(string(status), "\n") {
		if value, ok := strings.CutPrefix(line, name+":"); ok {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// namespaces returns the number of nested process namespaces of a process, relative to this one.
func namespaces(status []byte) int { return len(strings.Fields(statusField(status, "NSpid"))) }

func namespacesOf(pid int) int {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 1
	}
	return namespaces(status)
}

// memoryDir is the directory of a file system in memory, where a machine has one.
const memoryDir = "/dev/shm"

// hasMemoryRoom reports whether memoryDir is in memory and has room for the state of many browsers, 2.4 MB each.
func hasMemoryRoom() bool {
	const tmpfsMagic, room = 0x01021994, 32 << 20
	var s syscall.Statfs_t
	return syscall.Statfs(memoryDir, &s) == nil && s.Type == tmpfsMagic && s.Bavail*uint64(s.Bsize) >= room
}
