//go:build !unix

package chromium

import (
	"os"
	"syscall"
)

func attributes(user) *syscall.SysProcAttr { return &syscall.SysProcAttr{} }

func killGroup(pid int) {
	if p, err := os.FindProcess(pid); err == nil {
		_ = p.Kill()
	}
}
