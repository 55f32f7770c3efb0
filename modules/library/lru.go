package library

import (
	"container/list"
	"sync"
)

// lru keeps the values used last, up to a number and, where they have a size, a sum of bytes. It is safe for
// concurrent use.
type lru[V any] struct {
	mu    sync.Mutex
	most  int
	bytes int
	size  int
	items map[string]*list.Element
	order *list.List
}

type entry[V any] struct {
	key  string
	v    V
	size int
}

func newLRU[V any](most, bytes int) *lru[V] {
	return &lru[V]{most: most, bytes: bytes, items: map[string]*list.Element{}, order: list.New()}
}

func (c *lru[V]) get(key string) (v V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.items[key]
	if !ok {
		return v, false
	}
	c.order.MoveToFront(e)
	return e.Value.(entry[V]).v, true
}

func (c *lru[V]) put(key string, v V, size int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.items[key]; ok {
		return
	}
	c.items[key] = c.order.PushFront(entry[V]{key, v, size})
	c.size += size
	for c.order.Len() > c.most || c.bytes > 0 && c.size > c.bytes && c.order.Len() > 1 {
		last := c.order.Remove(c.order.Back()).(entry[V])
		delete(c.items, last.key)
		c.size -= last.size
	}
}
