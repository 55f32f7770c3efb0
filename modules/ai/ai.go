package ai

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"slices"

	"github.com/platenhq/platen/modules/ai/art"
	"github.com/platenhq/platen/modules/ai/internal/provider"
	"github.com/platenhq/platen/modules/ai/internal/store"
	"github.com/platenhq/platen/modules/platform/egress"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/pg"
)

// Builtin is the name of the generator that needs no provider.
const Builtin = "builtin"

// external names, in the store, what any external provider made.
const external = "external"

// Module makes pictures. It is safe for concurrent use. Its use cases serve the workspace of the caller in ctx.
type Module struct {
	cfg      Config
	needs    Needs
	db       *pg.DB
	store    *store.Store
	external *provider.Watched // nil for none
	slots    chan struct{}     // of the built-in generator: one core each
	styles   styles
	log      *slog.Logger
}

// Deps are the floor's parts the module stands on.
type Deps struct {
	DB    *pg.DB
	Guard *egress.Guard
	Log   *slog.Logger
}

// New returns the module. It starts nothing. The error says that the provider's address is refused.
func New(cfg Config, needs Needs, d Deps) (*Module, error) {
	m := &Module{cfg: cfg, needs: needs, db: d.DB, store: store.New(d.DB), slots: make(chan struct{}, max(1, runtime.GOMAXPROCS(0))), log: d.Log}
	if cfg.Provider != "" && cfg.Provider != Builtin {
		p, err := provider.New(cfg.provider(), d.Guard)
		if err != nil {
			return nil, err
		}
		m.external = provider.Watch(p)
	}
	return m, nil
}

// Generate makes the picture of a request, or finds the one it gave before. answer stores the answer under the
// idempotency key, in the transaction that keeps the picture.
func (m *Module) Generate(ctx context.Context, req *Request, answer func(ctx context.Context, i *Image) error) (*Image, error) {
	p, err := m.check(ctx, req)
	if err != nil {
		return nil, m.refused(ctx, p, err)
	}
	if p.approval, err = m.approve(ctx, p); err != nil {
		return nil, err
	}
	if p.earlier != nil {
		return m.answerEarlier(ctx, p, p.earlier, answer)
	}
	return m.run(ctx, p, answer)
}

// plan is a checked request.
type plan struct {
	asked    *Request
	req      Request // with defaults and the kit's colours
	kit      *Kit
	text     []byte // canonical
	hash     string
	seed     int32
	external bool
	approval string
	earlier  *Image
}

// maker names who makes a plan's picture in the store.
func (p *plan) maker() string {
	if p.external {
		return external
	}
	return art.Version
}

// check applies the checks of a request from its references to its policies, and looks for an earlier result.
func (m *Module) check(ctx context.Context, asked *Request) (*plan, error) {
	p := &plan{asked: asked, req: *asked}
	p.req.Colors = slices.Clone(asked.Colors)
	p.req.fill()
	kit, err := m.needs.Kits.Colors(ctx, asked.BrandID, asked.BrandKit)
	if err != nil {
		return p, err
	}
	if kit != nil && len(p.req.Colors) == 0 && len(kit.Colors) > 0 {
		p.kit, p.req.Colors = kit, kit.Colors[:min(len(kit.Colors), art.MaxColors)]
	}
	if p.text, p.hash, p.seed, err = p.req.canonical(); err != nil {
		return p, err
	}
	p.external = p.req.Substyle == Realistic || m.external != nil && slices.Contains(m.cfg.Substyles, p.req.part())
	if p.earlier, err = m.find(ctx, p); err != nil {
		return p, err
	}
	if p.external && p.earlier == nil {
		if m.external == nil || !slices.Contains(m.cfg.Substyles, p.req.part()) {
			return p, errUnavailable(p.req.Substyle)
		}
		if limit, n := m.external.MaxPrompt(), len([]rune(p.req.Prompt)); limit > 0 && n > limit {
			return p, errTooLong(m.external.Name(), limit, n)
		}
	}
	if p.req.Prompt != "" {
		if err := m.needs.Policy.CheckPrompt(ctx, p.req.Prompt); err != nil {
			return p, err
		}
	}
	return p, nil
}

// part is what PLATEN_AI_SUBSTYLES calls what is asked for.
func (r *Request) part() string {
	switch r.Kind {
	case art.Background:
		return "background"
	case art.Mesh:
		return "mesh" // never a model's
	}
	return r.Substyle
}

// find returns what the same request gave before, nil for nothing or when a picture of it was deleted.
func (m *Module) find(ctx context.Context, p *plan) (*Image, error) {
	row := m.row(ctx, p)
	err := m.store.Result(ctx, row)
	if errors.Is(err, store.ErrGone) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if alive, err := m.needs.Pictures.Alive(ctx, row.ImageIDs); err != nil || !alive {
		return nil, err
	}
	i := &Image{}
	if err := json.Unmarshal(row.Body, &i.Body); err != nil {
		return nil, fmt.Errorf("reading a result: %w", err)
	}
	i.Cached = true
	return m.dress(ctx, p, i), nil
}

// row names the result of a plan in the store.
func (m *Module) row(ctx context.Context, p *plan) *store.Result {
	who := ident.Must(ctx)
	return &store.Result{WorkspaceID: string(who.Workspace), Livemode: who.Mode.Livemode(), RequestHash: p.hash, Maker: p.maker()}
}

// dress puts what depends on the request into a picture.
func (m *Module) dress(ctx context.Context, p *plan, i *Image) *Image {
	i.RequestHash, i.Mode, i.Asked = p.hash, ident.Must(ctx).Mode, p.asked
	i.URL = m.needs.Pictures.URL(i.ID, "png")
	if i.Vector != nil {
		i.VectorURL = m.needs.Pictures.URL(i.Vector.ID, "svg")
	}
	if p.kit != nil {
		i.Kit = &p.kit.Ref
	}
	return i
}

// approve asks for permission where a policy wants it.
func (m *Module) approve(ctx context.Context, p *plan) (string, error) {
	a := Action{Request: p.asked.Wire, Bound: []string{p.hash}}
	if p.kit != nil {
		a.Brands = []string{p.kit.BrandID}
		a.Bound = append(a.Bound, fmt.Sprintf("%s@%d", p.kit.Ref.ID, p.kit.Ref.Version))
	} else if p.asked.BrandID != "" {
		a.Brands = []string{p.asked.BrandID}
	}
	return m.needs.Approvals.Require(ctx, a)
}
