package pdfwork_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/platenhq/platen/app/pdfwork"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/rendering"
)

// A child is the test's own program.
func TestMain(m *testing.M) {
	pdfwork.ChildOnly()
	os.Exit(m.Run())
}

const page = "%%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R%s>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n" +
	"3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<<>>>>\nendobj\n4 0 obj\n<</Kids[4 0 R 4 0 R]/Limits[(a)(b)]>>\nendobj\n" +
	"trailer\n<</Size 5/Root 1 0 R>>\nstartxref\n0\n%%%%EOF\n"

// valid is a page, and endless a page with a tree of names that never ends.
var (
	valid   = fmt.Sprintf(page, "")
	endless = fmt.Sprintf(page, "/Names<</Dests 4 0 R>>")
)

// pages returns a file with n pages, whose rotation takes long enough to be interrupted.
func pages(n int) string {
	var kids, objects strings.Builder
	for i := range n {
		fmt.Fprintf(&kids, "%d 0 R ", i+3)
		fmt.Fprintf(&objects, "%d 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<<>>>>\nendobj\n", i+3)
	}
	return fmt.Sprintf("%%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[%s]/Count %d>>\nendobj\n%strailer\n<</Size %d/Root 1 0 R>>\nstartxref\n0\n%%%%EOF\n",
		kids.String(), n, objects.String(), n+3)
}

func rotate(file string) *rendering.PDFWork {
	w := &rendering.PDFWork{Operation: rendering.RotatePDF, Files: [][]byte{[]byte(file)}}
	w.By = 90
	return w
}

// child waits for a child of this process other than the given ones that has used at least the given number of clock ticks
// of processor time, and returns its id.
func child(t *testing.T, ticks int, not ...int) int {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		for pid, used := range children(t) {
			if used >= ticks && (len(not) == 0 || pid != not[0]) {
				return pid
			}
		}
	}
	t.Fatal("no child was started")
	return 0
}

// children returns the processor time, in clock ticks, of the children of this process.
func children(t *testing.T) map[int]int {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil || len(files) == 0 {
		t.Fatal("no process in /proc")
	}
	out := map[int]int{}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			continue // it has ended
		}
		_, after, _ := strings.Cut(string(data), ") ")
		fields := strings.Fields(after) // state, parent, …; the tenth after these is the processor time
		if parent, _ := strconv.Atoi(fields[1]); parent == os.Getpid() {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(f)))
			out[pid], _ = strconv.Atoi(fields[11])
		}
	}
	return out
}

// TestChildrenThatDieOrHang: the work of a child that is killed is done by another one; when that is killed as well, or a
// child hangs, the file takes too much. A request that is canceled ends its child. No process, descriptor or slot is
// left behind.
func TestChildrenThatDieOrHang(t *testing.T) {
	descriptors := func() int {
		list, _ := os.ReadDir("/proc/self/fd")
		return len(list)
	}
	ctx := ident.With(t.Context(), ident.System("ws_1", ident.Live))
	newPool := func(limit time.Duration) *pdfwork.Pool {
		return pdfwork.New(pdfwork.Config{Slots: 1, Time: limit, Memory: 2048}, slog.New(slog.DiscardHandler))
	}
	type result struct {
		parts []rendering.PDFPart
		err   error
	}
	begin := func(ctx context.Context, p *pdfwork.Pool, file string) chan result {
		out := make(chan result, 1)
		go func() {
			parts, err := p.Edit(ctx, rotate(file))
			out <- result{parts, err}
		}()
		return out
	}
	limited := func(r result) bool {
		var problem *rendering.PDFProblem
		return errors.As(r.err, &problem) && problem.Kind == rendering.PDFLimit
	}
	children(t)
	pool := newPool(time.Minute)
	if r := <-begin(ctx, pool, valid); r.err != nil || !bytes.HasPrefix(r.parts[0].Data, []byte("%PDF-")) {
		t.Fatalf("without a fault: %v", r.err)
	}
	before := descriptors()

	done := begin(ctx, pool, pages(2000))
	_ = syscall.Kill(child(t, 10), syscall.SIGKILL)
	if r := <-done; r.err != nil || len(r.parts) != 1 {
		t.Errorf("a child that was killed once: %v", r.err)
	}
	done = begin(ctx, pool, endless)
	first := child(t, 10)
	_ = syscall.Kill(first, syscall.SIGKILL)
	_ = syscall.Kill(child(t, 10, first), syscall.SIGKILL)
	if r := <-done; !limited(r) {
		t.Errorf("children that were killed twice: %v", r.err)
	}
	canceled, cancel := context.WithCancel(ctx)
	done = begin(canceled, pool, endless)
	_ = child(t, 10)
	cancel()
	if r := <-done; !errors.Is(r.err, context.Canceled) {
		t.Errorf("a canceled request: %v", r.err)
	}
	done = begin(ctx, newPool(3*time.Second), endless)
	_ = syscall.Kill(child(t, 10), syscall.SIGSTOP)
	if r := <-done; !limited(r) {
		t.Errorf("a child that hangs: %v", r.err)
	}
	if r := <-begin(ctx, pool, valid); r.err != nil {
		t.Errorf("after the faults: %v", r.err)
	}
	if left := children(t); len(left) > 0 {
		t.Errorf("processes are left: %v", left)
	}
	if after := descriptors(); after > before {
		t.Errorf("%d descriptors are open, %d before", after, before)
	}
}
