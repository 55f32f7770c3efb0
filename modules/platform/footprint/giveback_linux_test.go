package footprint

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"testing"
)

const table = `00400000-00500000 r-xp 00000000 fe:00 7 /bin/program
Rss:                 800 kB
Anonymous:             0 kB
00500000-00600000 r--p 00100000 fe:00 7 /bin/program
Anonymous:             8 kB
00600000-00700000 r--p 00200000 fe:00 7 /bin/program
Anonymous:             0 kB
00700000-00800000 rw-p 00300000 fe:00 7 /bin/program
Anonymous:             0 kB
00800000-00900000 r--p 00000000 fe:00 8 /lib/libc.so
Anonymous:             0 kB
00900000-00a00000 r--p 00000000 00:00 0 
Anonymous:             0 kB
`

// TestUntouchedMappings excludes mappings that are modified, writable or of another file.
func TestUntouchedMappings(t *testing.T) {
	t.Parallel()
	got := untouched([]byte(table), "/bin/program")
	if want := []mapping{{0x400000, 0x500000}, {0x600000, 0x700000}}; !slices.Equal(got, want) {
		t.Errorf("got %x, not %x", got, want)
	}
}

// TestGiveBack checks that the process continues to run with less of the program resident.
func TestGiveBack(t *testing.T) {
	before := residentFile(t)
	if err := GiveBack(); err != nil {
		t.Fatal(err)
	}
	if after := residentFile(t); after >= before {
		t.Errorf("%d kB of files resident, before %d", after, before)
	}
}

func residentFile(t *testing.T) int {
	t.Helper()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Skip(err)
	}
	m := regexp.MustCompile(`RssFile:\s+(\d+)`).FindSubmatch(status)
	if m == nil {
		t.Skip("the kernel does not count pages of files")
	}
	n, _ := strconv.Atoi(string(m[1]))
	return n
}
