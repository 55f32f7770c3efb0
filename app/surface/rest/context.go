package rest

import (
	"context"
	"fmt"
	"net/http"

	"github.com/go-faster/jx"
	"google.golang.org/protobuf/proto"

	"github.com/platenhq/platen/modules/platform/rpc"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
)

type requestKey struct{}

// httpRequest returns the client's request without its body, which the chain has read.
func httpRequest(ctx context.Context) *http.Request { return ctx.Value(requestKey{}).(*http.Request) }

// input returns the message that the chain has decoded. Its absence is a programming error.
func input[T any](ctx context.Context) (*T, error) {
	call := rpc.CallFrom(ctx)
	if call == nil {
		return nil, fmt.Errorf("the request for %T is not behind the check chain", new(T))
	}
	m, ok := call.Message.(any).(*T)
	if !ok {
		return nil, fmt.Errorf("the chain decoded a %T, not a %T", call.Message, new(T))
	}
	return m, nil
}

// message is a protobuf message by its struct.
type message[T any] interface {
	*T
	proto.Message
}

// call runs a procedure with the decoded input and encodes its response.
func call[Req, Res any, In message[Req], Out message[Res]](ctx context.Context, procedure func(context.Context, *Req) (*Res, error)) (jx.Raw, error) {
	in, err := input[Req](ctx)
	if err != nil {
		return nil, err
	}
	out, err := invoke[Req, Res, In, Out](ctx, in, procedure)
	if err != nil {
		return nil, err
	}
	return wire.Encode(Out(out)), nil
}

// invoke runs a procedure under the idempotency key of the request.
func invoke[Req, Res any, In message[Req], Out message[Res]](ctx context.Context, in *Req, procedure func(context.Context, *Req) (*Res, error)) (*Res, error) {
	out, err := rpc.Invoke(ctx, In(in), func(ctx context.Context, in In) (Out, error) {
		out, err := procedure(ctx, in)
		return out, err
	})
	return out, err
}
