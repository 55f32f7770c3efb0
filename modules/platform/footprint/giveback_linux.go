package footprint

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"strconv"
	"sync"
	"syscall"
)

// GiveBack removes the program's code and constants from the process's resident memory.
// Pages in use are faulted in again from the page cache; pages that only the start of the
// process needed, the larger part, are not. Written pages are kept.
func GiveBack() error {
	program, err := programMappings()
	if err != nil {
		return err
	}
	for _, m := range program {
		const dontNeed = 4 // MADV_DONTNEED
		if _, _, e := syscall.Syscall(syscall.SYS_MADVISE, m.from, m.to-m.from, dontNeed); e != 0 {
			return fmt.Errorf("giving %x-%x back: %w", m.from, m.to, e)
		}
	}
	return nil
}

// programMappings returns the program's mappings without modified pages. The table is read once: the kernel walks every
// page to write it, and read-only mappings of the program stay unmodified.
var programMappings = sync.OnceValues(func() ([]mapping, error) {
	program, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return nil, fmt.Errorf("finding the program: %w", err)
	}
	table, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		return nil, fmt.Errorf("reading the table of mappings: %w", err)
	}
	return untouched(table, program), nil
})

// mapping is a range of addresses.
type mapping struct{ from, to uintptr }

// untouched lists the read-only mappings of a file in a /proc/PID/smaps table without modified
// pages: a page changed by a relocation would be lost.
func untouched(table []byte, file string) []mapping {
	var list []mapping
	var m mapping
	ours := false
	lines := bufio.NewScanner(bytes.NewReader(table))
	for lines.Scan() {
		fields := bytes.Fields(lines.Bytes())
		if len(fields) < 2 {
			continue
		}
		if from, to, ok := bytes.Cut(fields[0], []byte("-")); ok && len(fields) >= 5 {
			m.from, m.to = address(from), address(to)
			ours = len(fields) == 6 && string(fields[5]) == file && fields[1][1] != 'w' && m.from < m.to
			continue
		}
		if ours && string(fields[0]) == "Anonymous:" && string(fields[1]) == "0" {
			list = append(list, m)
		}
	}
	return list
}

func address(hex []byte) uintptr {
	n, err := strconv.ParseUint(string(hex), 16, 64)
	if err != nil {
		return 0
	}
	return uintptr(n)
}
