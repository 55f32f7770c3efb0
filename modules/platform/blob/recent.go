package blob

import (
	"os"
	"time"

	"github.com/platenhq/platen/modules/platform/cache"
)

const (
	// recentBytes bounds the memory of the objects that were read last, recentSize each of them: larger ones are rarely
	// repeated.
	recentBytes = 16 << 20
	recentSize  = 1 << 20
)

// recent caches objects that were read and checked against their key, with the state of their file before it was read.
type recent = cache.Cache[Key, recentObject]

type recentObject struct {
	state   fileState
	content []byte
}

// fileState changes when a file is replaced or written to.
type fileState struct {
	size     int64
	modified time.Time
}

func newRecent() *recent {
	return cache.New[Key](cache.Options[recentObject]{MaxCost: recentBytes, Cost: func(o recentObject) int { return 256 + len(o.content) }})
}

// observer is a backend that determines the state of a file in much less time than it takes to read it.
type observer interface {
	// state returns the state of the content at a path; a missing one is an error.
	state(path string) (fileState, error)
}

func (f *folder) state(path string) (fileState, error) {
	info, err := os.Stat(f.name(path))
	if err != nil {
		return fileState{}, err // also for files at the path of earlier versions, which are read every time
	}
	return fileState{info.Size(), info.ModTime()}, nil
}
