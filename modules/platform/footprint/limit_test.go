package footprint

import (
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"
)

func TestBoundOf(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int64{"max\n": 0, "": 0, "0\n": 0, "9223372036854771712\n": 0, "536870912\n": 402653184} {
		if got := boundOf([]byte(text)); got != want {
			t.Errorf("of %q: %d, want %d", text, got, want)
		}
	}
}

// TestBoundIsThatOfTheContainer unless the environment sets one, or the container has none.
func TestBoundIsThatOfTheContainer(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1))
	defer func(files []string) { limitFiles = files }(limitFiles)
	file := filepath.Join(t.TempDir(), "memory.max")
	limitFiles = []string{file + ".absent", file}
	set := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	debug.SetMemoryLimit(math.MaxInt64)
	set("max")
	if got := Bound(); got != 0 || debug.SetMemoryLimit(-1) != math.MaxInt64 {
		t.Errorf("without a limit: %d", got)
	}
	set("1073741824")
	if got := Bound(); got != 805306368 || debug.SetMemoryLimit(-1) != got {
		t.Errorf("of 1 GiB: %d, the collector's limit is %d", got, debug.SetMemoryLimit(-1))
	}
	set("2147483648")
	if got := Bound(); got != 0 || debug.SetMemoryLimit(-1) != 805306368 {
		t.Errorf("a limit was set already: %d, now %d", got, debug.SetMemoryLimit(-1))
	}
}
