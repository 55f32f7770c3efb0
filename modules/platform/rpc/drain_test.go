package rpc_test

import (
	"context"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/types/known/apipb"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/idempotency"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/lease"
	"github.com/platenhq/platen/modules/platform/pg/pgtest"
	"github.com/platenhq/platen/modules/platform/ratelimit"
	"github.com/platenhq/platen/modules/platform/rpc"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	"github.com/platenhq/platen/modules/platform/secret"
	"github.com/platenhq/platen/modules/platform/serve"
)

// TestStreamEndsWithUnavailableWhenTheServerShutsDown, in the Connect protocol and over gRPC-Web, without using up the
// server's limit for running requests.
func TestStreamEndsWithUnavailableWhenTheServerShutsDown(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	chain := rpc.New(rpc.Config{
		Auth:    tokens{"one": {Workspace: ident.NewWorkspace(), Mode: ident.Live, Scopes: ident.AllScopes()}},
		Limiter: ratelimit.New(db, ratelimit.Defaults()), Idempotency: idempotency.New(db, secret.New([32]byte{1}), lease.NewKeeper(nil)),
		Log: slog.New(slog.DiscardHandler), Versions: []string{"2026-01-01"},
	})
	table, err := rpc.NewTable(&rpc.Operation{Procedure: procedure, Category: ratelimit.Stream, Streaming: true, SideEffectFree: true,
		Input: (&apipb.Mixin{}).ProtoReflect().Type()})
	if err != nil {
		t.Fatal(err)
	}
	mapError := func(_ context.Context, f *fault.Error) error { return connect.NewError(connect.CodeInternal, f) }
	watch := func(ctx context.Context, _ *connect.Request[apipb.Mixin], stream *connect.ServerStream[apipb.Mixin]) error {
		if err := stream.Send(&apipb.Mixin{Name: "first"}); err != nil {
			return err
		}
		<-ctx.Done()
		return ctx.Err()
	}
	ew := connect.NewErrorWriter()
	handler := chain.Wrap(rpc.Surface{Name: "connect", Resolve: table.Connect, WriteError: func(w http.ResponseWriter, r *http.Request, f *fault.Error) {
		_ = ew.Write(w, r, mapError(r.Context(), f))
	}}, connect.NewServerStreamHandler(procedure, watch, connect.WithCodec(wire.Codec{}), connect.WithInterceptors(chain.Interceptor(mapError))))
	cfg := serve.Config{Addr: "127.0.0.1:0", DrainLimit: time.Hour}
	l, err := serve.Listen(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	s := serve.New(cfg, l, handler, serve.Options{Log: slog.New(slog.DiscardHandler)})
	ctx, shutDown := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx) }()
	var streams []*connect.ServerStreamForClient[apipb.Mixin]
	for _, protocol := range [][]connect.ClientOption{nil, {connect.WithGRPCWeb()}} {
		client := connect.NewClient[apipb.Mixin, apipb.Mixin](&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}, "http://"+s.Addr().String()+procedure, protocol...)
		req := connect.NewRequest(&apipb.Mixin{})
		req.Header().Set("Authorization", "Bearer one")
		stream, err := client.CallServerStream(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		defer stream.Close()
		if !stream.Receive() || stream.Msg().Name != "first" {
			t.Fatalf("the stream began with %v, %v", stream.Msg(), stream.Err())
		}
		streams = append(streams, stream)
	}
	shutDown()
	for i, stream := range streams {
		if stream.Receive() || connect.CodeOf(stream.Err()) != connect.CodeUnavailable {
			t.Errorf("stream %d ended with %v", i, stream.Err())
		}
	}
	if err := <-ended; err != nil {
		t.Errorf("the server ended with %v", err)
	}
}
