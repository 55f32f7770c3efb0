package art

import "context"

func generateIcon(ctx context.Context, r Request) (*Picture, error) { return nil, ErrUnsupported }
