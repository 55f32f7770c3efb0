package engine_test

import (
	"bytes"
	"os"
	"sync"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine"
)

// TestSameBytesWhateverTheProcess renders every golden case with one and with sixteen goroutines, in a fresh engine and
// in one that has rendered all other cases, alone and concurrently with others: all results are identical.
func TestSameBytesWhateverTheProcess(t *testing.T) {
	t.Parallel()
	var files []string
	for _, c := range goldenCases(t) {
		files = append(files, c.html)
	}
	var err error
	shared := engine.New(engine.Options{Workers: 16})
	alone := make([][]byte, len(files))
	for i, file := range files {
		if alone[i], err = render(engine.New(engine.Options{Workers: 1}), read(t, file)); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
	}
	var wg sync.WaitGroup
	for round := range 3 {
		for i := range files {
			wg.Go(func() {
				k := (i*7 + round) % len(files)
				source, err := os.ReadFile(files[k])
				if err != nil {
					t.Error(err)
					return
				}
				if got, err := render(shared, source); err != nil || !bytes.Equal(got, alone[k]) {
					t.Errorf("%s: concurrent round %d differs from a fresh engine (%v)", files[k], round, err)
				}
			})
		}
	}
	wg.Wait()
}
