package credits

import "github.com/platenhq/platen/modules/platform/fault"

// ErrInsufficient is returned when the workspace has too few credits for a request.
var ErrInsufficient = fault.New(fault.InsufficientCredits, "The workspace does not have enough credits for this request.")

// ErrHoldClosed is returned by Capture for a hold that was captured, voided or has expired.
var ErrHoldClosed = fault.New(fault.InternalError, "The credits reserved for the request were released before it finished.").
	With(fault.Detail{Rule: "hold_closed", Message: "The credits reserved for the request were released before it finished."})
