package rendering

import (
	"container/list"
	"sync"
)

// maxCachedFile is the largest file worth memory: larger ones spend their time in the network anyway.
const maxCachedFile = 1 << 20

// fileCache keeps the public files asked for last, within a number of bytes. A nil or empty one keeps none.
type fileCache struct {
	limit int

	mu      sync.Mutex
	entries map[string]*list.Element // by image id
	order   *list.List               // the latest first
	bytes   int
	drops   uint64
}

type cachedFile struct {
	id, ext string
	file    *PublicFile
}

func newFileCache(limit int) *fileCache {
	return &fileCache{limit: limit, entries: map[string]*list.Element{}, order: list.New()}
}

func (c *fileCache) get(id, ext string) *PublicFile {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.entries[id]
	if e == nil {
		return nil
	}
	f := e.Value.(*cachedFile)
	if f.ext != ext {
		return nil
	}
	c.order.MoveToFront(e)
	return f.file
}

// epoch is read before the database and given to put, so that a file deleted in between is not kept.
func (c *fileCache) epoch() uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.drops
}

func (c *fileCache) put(id, ext string, file *PublicFile, epoch uint64) {
	if len(file.Data) > maxCachedFile || len(file.Data) > c.limit {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.drops != epoch || c.entries[id] != nil {
		return
	}
	c.entries[id] = c.order.PushFront(&cachedFile{id, ext, file})
	for c.bytes += len(file.Data); c.bytes > c.limit; {
		c.remove(c.order.Back())
	}
}

func (c *fileCache) remove(e *list.Element) {
	f := c.order.Remove(e).(*cachedFile)
	delete(c.entries, f.id)
	c.bytes -= len(f.file.Data)
}

// drop forgets a file; "" forgets all.
func (c *fileCache) drop(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.drops++
	if id == "" {
		clear(c.entries)
		c.order.Init()
		c.bytes = 0
		return
	}
	if e := c.entries[id]; e != nil {
		c.remove(e)
	}
}
