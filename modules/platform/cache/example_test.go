package cache_test

import (
	"fmt"

	"github.com/platenhq/platen/modules/platform/cache"
)

func ExampleCache_Put() {
	c := cache.New[string, string](cache.Options[string]{Entries: 100})
	epoch := c.Epoch()
	value := "the row as it was read"
	c.Drop("") // the row changed between the read and Put
	c.Put("key", value, epoch)
	_, ok := c.Get("key")
	fmt.Println(ok)
	c.Put("key", "the row as it is", c.Epoch())
	fmt.Println(c.Get("key"))
	// Output:
	// false
	// the row as it is true
}
