package lease_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/platenhq/platen/modules/platform/lease"
)

func ExampleKeeper_Keep() {
	gone := errors.New("another owner has claimed the row")
	renewals := 0
	lease.NewKeeper(nil).Keep(context.Background(), lease.Lease{
		Name: "example", Every: time.Millisecond, Gone: gone,
		Renew: func(context.Context) error {
			if renewals++; renewals == 3 {
				return gone
			}
			return nil
		},
		Lost: func() { fmt.Println("lost at renewal", renewals) },
	})
	// Output: lost at renewal 3
}
