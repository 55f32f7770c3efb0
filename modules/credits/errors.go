package credits

import "github.com/platenhq/platen/modules/platform/fault"

// ErrInsufficient says that the workspace lacks the credits a request would consume.
var ErrInsufficient = fault.New(fault.InsufficientCredits, "The workspace does not have enough credits for this request.")
