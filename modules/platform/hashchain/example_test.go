package hashchain_test

import (
	"fmt"

	"github.com/platenhq/platen/modules/platform/hashchain"
)

func ExamplePosition_Next() {
	first := hashchain.Link(hashchain.Zero(), []byte("created"))
	second := hashchain.Link(first, []byte("deleted"))
	var p hashchain.Position
	fmt.Println(p.Next(1, []byte("created"), hashchain.Zero(), first))
	fmt.Println(p.Next(2, []byte("renamed"), first, second))
	fmt.Println(p.Number)
	// Output:
	// <nil>
	// it does not match its hash
	// 1
}
