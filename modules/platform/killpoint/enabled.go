//go:build killpoints

package killpoint

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
)

// Setting is the environment variable that names the point at which the process kills itself, and after a colon at
// which pass: "mid_upload:2" kills at the second upload.
const Setting = "PLATEN_KILL_POINT"

var (
	point, nth = parse(os.Getenv(Setting))
	reached    atomic.Int64
)

func parse(setting string) (Point, int64) {
	name, times, _ := strings.Cut(setting, ":")
	n, err := strconv.ParseInt(times, 10, 64)
	if err != nil || n < 1 {
		n = 1
	}
	return Point(name), n
}

// mark begins the line that the process writes before it kills itself. Only programs with kill points contain it.
const mark = "killpoint: SIGKILL at"

// Reach kills the process with SIGKILL at the configured pass of the configured point.
func Reach(p Point) {
	if p != point || reached.Add(1) != nth {
		return
	}
	fmt.Fprintln(os.Stderr, mark, p)
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {} // until the signal arrives
}
