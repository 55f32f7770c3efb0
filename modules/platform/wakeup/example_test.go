package wakeup_test

import (
	"fmt"

	"github.com/platenhq/platen/modules/platform/wakeup"
)

func ExampleHub() {
	var h wakeup.Hub
	changed, stop := h.Subscribe("job_1")
	defer stop()
	// Read the row here: a change after Subscribe is not missed.
	h.Notify("job_2")
	h.Notify("job_1")
	<-changed
	fmt.Println("read the row of job_1 again")
	// Output: read the row of job_1 again
}
