//go:build !linux

package chromium

import "syscall"

// attributes makes a browser run as u in its own session. Without Linux's parent death signal it ends because its
// protocol pipe is closed.
func attributes(u user) *syscall.SysProcAttr {
	a := &syscall.SysProcAttr{Setsid: true}
	if u.switched {
		a.Credential = &syscall.Credential{Uid: uint32(u.id), Gid: uint32(u.id)}
	}
	return a
}

func killGroup(pid int) {
	_ = syscall.Kill(-pid, syscall.SIGKILL)
	_ = syscall.Kill(pid, syscall.SIGKILL)
}

// relative is a descendant process of a browser; it is only implemented on Linux.
type relative struct{ pid int }

func descendants(int) []relative { return nil }

func (relative) kill() {}

func (relative) memory() int64 { return 0 }

// verifySandbox relies on the browser, which does not start without its sandbox here.
func verifySandbox(int) (string, error) { return "required", nil }

// memoryDir is empty: no directory is known to be in memory here.
const memoryDir = ""

func hasMemoryRoom() bool { return false }
