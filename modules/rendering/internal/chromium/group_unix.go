//go:build unix && !linux

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
