package egress_test

import (
	"fmt"
	"net/netip"

	"github.com/platenhq/platen/modules/platform/egress"
)

func ExamplePublic() {
	for _, a := range []string{"93.184.215.14", "10.0.0.1", "169.254.169.254", "::1", "2606:4700::1111", "::ffff:127.0.0.1"} {
		fmt.Println(a, egress.Public(netip.MustParseAddr(a)))
	}
	// Output:
	// 93.184.215.14 true
	// 10.0.0.1 false
	// 169.254.169.254 false
	// ::1 false
	// 2606:4700::1111 true
	// ::ffff:127.0.0.1 false
}
