//go:build !linux

package chromium

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
