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

// external is the generator's name in the store for images of any external provider.
const external = "external"

// Module generates images. It is safe for concurrent use. Its use cases act for the caller in ctx.
type Module struct {
	cfg      Config
	needs    Needs
	db       *pg.DB
	store    *store.Store
	external *provider.Watched // nil for none
	slots    chan struct{}     // concurrent runs of the built-in generator, which use one core each
	styles   styles
	log      *slog.Logger
}

// Deps are the infrastructure the module uses.
type Deps struct {
	DB    *pg.DB
	Guard *egress.Guard
	Log   *slog.Logger
}

// New returns the module. It starts nothing. It fails when the egress guard rejects the provider's address.
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

// Generate returns the image of a request, generated now or stored by an earlier identical request. respond stores
// the response under the idempotency key, in the transaction that records the image.
func (m *Module) Generate(ctx context.Context, req *Request, respond func(ctx context.Context, i *Image) error) (*Image, error) {
	p, err := m.check(ctx, req)
	if err != nil {
		return nil, m.refused(ctx, p, err)
	}
	ident.Belongs(ctx, p.brand)
	if p.approval, err = m.approve(ctx, p); err != nil {
		return nil, err
	}
	if p.earlier != nil {
		return m.respondStored(ctx, p, p.earlier, respond)
	}
	return m.run(ctx, p, respond)
}

// plan is a checked request.
type plan struct {
	original *Request
	req      Request // with defaults and the kit's colours
	kit      *Kit
	brand    string // that the image belongs to, "" for none
	text     []byte // canonical
	hash     string
	seed     int32
	external bool
	approval string
	earlier  *Image
}

// generator returns the name under which the store records the generator of a plan's image.
func (p *plan) generator() string {
	if p.external {
		return external
	}
	return art.Version
}

// check validates a request against references and policies, and looks up an earlier result.
func (m *Module) check(ctx context.Context, received *Request) (*plan, error) {
	p := &plan{original: received, req: *received}
	p.req.Colors = slices.Clone(received.Colors)
	p.req.fill()
	kit, err := m.needs.Kits.Colors(ctx, received.BrandID, received.BrandKit)
	if err != nil {
		return p, err
	}
	named := received.BrandID
	if kit != nil {
		named = kit.BrandID
	}
	if p.brand, err = ident.Must(ctx).Tenant().Choose("/brand_id", named); err != nil {
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
	if !p.external && p.earlier == nil {
		if err := checkSubject(&p.req, p.seed); err != nil {
			return p, err
		}
	}
	return p, nil
}

// checkSubject rejects a prompt whose subject the built-in generator does not draw.
func checkSubject(r *Request, seed int32) error {
	a, err := r.art(seed)
	if err != nil {
		return drawFault(err)
	}
	u, err := art.Undrawn(a)
	if err != nil {
		return drawFault(err)
	}
	if u == nil {
		return nil
	}
	return errNotDrawable(u)
}

// part returns the PLATEN_AI_SUBSTYLES name of the requested operation.
func (r *Request) part() string {
	switch r.Kind {
	case art.Background:
		return "background"
	case art.Mesh:
		return "mesh" // models never generate it
	}
	return r.Substyle
}

// find returns the stored result of an identical request, nil if there is none or an image of it was deleted.
func (m *Module) find(ctx context.Context, p *plan) (*Image, error) {
	row := m.row(ctx, p)
	err := m.store.Result(ctx, ident.Must(ctx).Tenant(), row)
	if errors.Is(err, store.ErrGone) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if alive, err := m.needs.Images.Alive(ctx, row.ImageIDs); err != nil || !alive {
		return nil, err
	}
	i := &Image{}
	if err := json.Unmarshal(row.Body, &i.Body); err != nil {
		return nil, fmt.Errorf("reading a result: %w", err)
	}
	i.Cached = true
	return m.addRequestFields(ctx, p, i), nil
}

// row returns the stored form of a plan's result, with its key.
func (m *Module) row(ctx context.Context, p *plan) *store.Result {
	who := ident.Must(ctx)
	return &store.Result{WorkspaceID: string(who.Workspace), Livemode: who.Mode.Livemode(), Key: store.ResultKey(p.hash, p.brand), Maker: p.generator()}
}

// addRequestFields sets the fields of an image that depend on the request.
func (m *Module) addRequestFields(ctx context.Context, p *plan, i *Image) *Image {
	i.RequestHash, i.Mode, i.Request = p.hash, ident.Must(ctx).Mode, p.original
	i.URL = m.needs.Images.URL(i.ID, "png")
	if i.Vector != nil {
		i.VectorURL = m.needs.Images.URL(i.Vector.ID, "svg")
	}
	if p.kit != nil {
		i.Kit = &p.kit.Ref
	}
	return i
}

// approve requires an approval if a policy demands one.
func (m *Module) approve(ctx context.Context, p *plan) (string, error) {
	a := Action{Request: p.original.Wire, Bound: []string{p.hash}}
	if p.brand != "" {
		a.Brands = []string{p.brand}
	}
	if p.kit != nil {
		a.Bound = append(a.Bound, fmt.Sprintf("%s@%d", p.kit.Ref.ID, p.kit.Ref.Version))
	}
	return m.needs.Approvals.Require(ctx, a)
}
