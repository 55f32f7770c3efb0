package rpc

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/ratelimit"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	"github.com/platenhq/platen/modules/platform/serve"
)

// Interceptor returns the part of the chain that follows Connect's decoding of a message: the steps deferred for
// framed requests, the schema, and the run under the idempotency key. mapError is the surface's single mapping of
// faults to Connect errors.
func (c *Chain) Interceptor(mapError func(ctx context.Context, f *fault.Error) error) connect.Interceptor {
	return &interceptor{chain: c, mapError: mapError}
}

type interceptor struct {
	chain    *Chain
	mapError func(ctx context.Context, f *fault.Error) error
}

func (i *interceptor) fail(ctx context.Context, err error) error {
	var already *connect.Error
	if errors.As(err, &already) && fault.CodeOf(err) == fault.InternalError {
		return err // Connect's own: a cancelled call, a broken frame
	}
	return i.mapError(ctx, i.chain.Report(ctx, err))
}

// WrapUnary handles calls with one message each way.
func (i *interceptor) WrapUnary(next connect.UnaryFunc) connect.UnaryFunc {
	return func(ctx context.Context, req connect.AnyRequest) (connect.AnyResponse, error) {
		call := CallFrom(ctx)
		msg, ok := req.Any().(proto.Message)
		if call == nil || !ok {
			return nil, i.fail(ctx, fmt.Errorf("%s is not behind the check chain", req.Spec().Procedure))
		}
		if err := i.finishChecks(ctx, call, msg); err != nil {
			return nil, i.fail(ctx, err)
		}
		var out connect.AnyResponse
		response, err := call.run(ctx, msg, func(ctx context.Context) (proto.Message, error) {
			res, err := next(ctx, req)
			if err != nil {
				return nil, err
			}
			out = res
			m, _ := res.Any().(proto.Message)
			return m, nil
		})
		if err != nil {
			return nil, i.fail(ctx, err)
		}
		if call.Replayed {
			return replayed{connect.NewResponse(&emptypb.Empty{}), response}, nil
		}
		return out, nil
	}
}

// finishChecks does those of the steps 6 to 9 that the middleware could not.
func (i *interceptor) finishChecks(ctx context.Context, call *Call, msg proto.Message) error {
	problems := wire.Check(msg)
	if !call.looked {
		if call.Operation.Categorise != nil {
			p, category := ident.Must(ctx), call.Operation.Categorise(msg)
			if err := call.memory.Grow(proto.Size(msg)); err != nil {
				return err
			}
			if category != ratelimit.Preview {
				if err := call.entry.Enter(ctx, string(p.Workspace)); err != nil {
					return err
				}
			}
			if err := i.chain.limit(ctx, call, p, category); err != nil {
				return err
			}
		}
		text, err := proto.MarshalOptions{Deterministic: true}.Marshal(msg)
		if err != nil {
			return fmt.Errorf("fingerprinting a message: %w", err)
		}
		call.fingerprint = sha256.Sum256(append([]byte(call.Operation.Procedure+"\n"), text...))
		if err := i.chain.lookup(ctx, call); err != nil {
			return err
		}
	}
	if call.reply == nil && len(problems) > 0 {
		return fault.Invalid(problems...)
	}
	return nil
}

// replayed is a stored response of any type in the form that Connect sends.
type replayed struct {
	connect.AnyResponse
	msg proto.Message
}

// Any returns the message.
func (r replayed) Any() any { return r.msg }

// WrapStreamingClient is not used: the service is not a client.
func (i *interceptor) WrapStreamingClient(next connect.StreamingClientFunc) connect.StreamingClientFunc {
	return next
}

// WrapStreamingHandler handles streams: each message received is checked against its schema. A stream ends with the code
// unavailable when the server shuts down; the client opens it again.
func (i *interceptor) WrapStreamingHandler(next connect.StreamingHandlerFunc) connect.StreamingHandlerFunc {
	return func(ctx context.Context, conn connect.StreamingHandlerConn) error {
		call := CallFrom(ctx)
		if call == nil {
			return i.fail(ctx, fmt.Errorf("%s is not behind the check chain", conn.Spec().Procedure))
		}
		stream, stop := serve.UntilDrained(ctx)
		defer stop()
		if err := next(stream, checkedConn{conn, call}); err != nil {
			if errors.Is(context.Cause(stream), serve.ErrDraining) {
				return connect.NewError(connect.CodeUnavailable, serve.ErrDraining)
			}
			return i.fail(ctx, err)
		}
		return nil
	}
}

type checkedConn struct {
	connect.StreamingHandlerConn
	call *Call
}

func (c checkedConn) Receive(m any) error {
	if err := c.StreamingHandlerConn.Receive(m); err != nil {
		return err
	}
	msg, ok := m.(proto.Message)
	if !ok {
		return nil
	}
	if problems := wire.Check(msg); len(problems) > 0 {
		return fault.Invalid(problems...)
	}
	return nil
}
