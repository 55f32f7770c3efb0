package app

import (
	"crypto/ed25519"

	"github.com/platenhq/platen/app/bridge"
	"github.com/platenhq/platen/app/infra"
	"github.com/platenhq/platen/app/pdfwork"
	"github.com/platenhq/platen/modules/ai"
	"github.com/platenhq/platen/modules/approvals"
	"github.com/platenhq/platen/modules/auth"
	"github.com/platenhq/platen/modules/brands"
	"github.com/platenhq/platen/modules/credits"
	"github.com/platenhq/platen/modules/library"
	"github.com/platenhq/platen/modules/platform/admission"
	"github.com/platenhq/platen/modules/platform/blob"
	"github.com/platenhq/platen/modules/platform/clock"
	"github.com/platenhq/platen/modules/platform/egress"
	"github.com/platenhq/platen/modules/platform/ratelimit"
	"github.com/platenhq/platen/modules/policy"
	"github.com/platenhq/platen/modules/rendering"
	renderingrpc "github.com/platenhq/platen/modules/rendering/rpc"
	"github.com/platenhq/platen/modules/signing"
	"github.com/platenhq/platen/modules/webhooks"
)

// modules are the constructed modules. Use cases that need rendering, of modules that rendering needs, are separate
// values constructed after both: approvals.Executor, brands.Checker and library.Previews.
type modules struct {
	issuers   *auth.Issuers
	auth      *auth.Module
	webhooks  *webhooks.Module
	credits   *credits.Module
	policy    *policy.Module
	approvals *approvals.Module
	library   *library.Module
	brands    *brands.Module
	rendering *rendering.Module
	executor  *approvals.Executor
	checker   *brands.Checker
	previews  *library.Previews
	ai        *ai.Module
	signing   *signing.Module

	limiter     *ratelimit.Limiter
	gate        *admission.Gate
	pdfs        *pdfwork.Pool
	submissions *admission.Queue // of submissions
	// submissionBodies and bodies bound the memory of the bodies of requests to generate, and of uploads and PDFs.
	submissionBodies, bodies *admission.Memory
}

// newModules constructs the modules in the order of their dependencies. It starts nothing.
func newModules(cfg Config, in *infra.Infra, blobs *blob.Store) (_ *modules, err error) {
	log, guard, out := in.Telemetry.Log, egress.New(cfg.Egress), renderingrpc.Encoder{BaseURL: cfg.BaseURL}
	files, remote, directory := bridge.NewFiles(blobs), bridge.NewRemote(guard), brands.NewDirectory(in.DB)
	m := &modules{limiter: ratelimit.New(in.DB, cfg.Rates), gate: admission.New("renders", cfg.Admission, clock.System()),
		submissions: admission.NewQueue("submissions", cfg.Submissions, int(cfg.DatabaseMax), clock.System()),
		bodies:      admission.NewMemory("bodies", cfg.BodyMemory), submissionBodies: admission.NewMemory("submissions", cfg.Submissions.Memory), pdfs: pdfwork.New(cfg.PDFs, log)}

	m.issuers = auth.NewIssuers(auth.IssuerDeps{DB: in.DB, Cursors: in.Cursors, Guard: guard, Audience: cfg.Audience})
	m.auth = newAuth(cfg, in, m.issuers)
	m.webhooks = webhooks.New(cfg.Webhooks, bridge.Webhooks(directory, m.auth, in.DB, out),
		webhooks.Deps{DB: in.DB, Queue: in.Queue, Secrets: in.Secrets, Cursors: in.Cursors, Guard: guard, Log: log})
	m.credits = newCredits(cfg, in, bridge.Credits(m.webhooks))
	if m.policy, err = policy.New(cfg.Policy, policy.Deps{DB: in.DB, Listener: in.Listener, Guard: guard, Log: log}); err != nil {
		return nil, err
	}
	m.approvals = approvals.New(bridge.Approvals(m.webhooks), approvals.Deps{DB: in.DB, Listener: in.Listener, Cursors: in.Cursors, BaseURL: cfg.BaseURL})
	if m.library, err = library.New(bridge.Library(directory, files, remote, m.approvals), library.Deps{DB: in.DB, Listener: in.Listener, Cursors: in.Cursors}); err != nil {
		return nil, err
	}
	m.brands = brands.New(bridge.Brands(m.webhooks, m.approvals, m.library), brands.Deps{DB: in.DB, Cursors: in.Cursors})
	if m.rendering, err = newRendering(cfg, in, bridge.RenderingNeeds{Files: files, Remote: remote, Encoder: out, Credits: m.credits,
		Approvals: m.approvals, Webhooks: m.webhooks, Library: m.library, Brands: m.brands, Policy: m.policy, PDFs: m.pdfs}); err != nil {
		return nil, err
	}
	m.executor = approvals.NewExecutor(m.approvals, bridge.Renders(m.rendering, out))
	m.checker = brands.NewChecker(m.brands, bridge.KitRenderer(m.rendering))
	m.previews = library.NewPreviews(m.library, bridge.TemplateRenderer(m.rendering))
	if m.ai, err = newAI(cfg, in, guard, bridge.AI(m.credits, m.approvals, m.policy, m.brands, m.rendering)); err != nil {
		return nil, err
	}
	m.signing = signing.New(bridge.Signing(cfg.Signing, bridge.SigningNeeds{Rendering: m.rendering, Gate: m.gate, Limiter: m.limiter, Approvals: m.approvals,
		Library: m.library, Brands: m.brands, BaseURL: cfg.BaseURL}),
		signing.Deps{DB: in.DB, Listener: in.Listener, Secrets: in.Secrets, Cursors: in.Cursors, Log: log, BaseURL: cfg.BaseURL})
	in.Listener.Subscribe(rendering.ImagesChannel, m.signing.ForgetImage)
	return m, nil
}

func newRendering(cfg Config, in *infra.Infra, n bridge.RenderingNeeds) (*rendering.Module, error) {
	settings := cfg.Rendering
	settings.BaseURL = cfg.BaseURL
	seed := in.Secrets.Key("rendering.receipts")
	settings.ReceiptKey = ed25519.NewKeyFromSeed(seed[:])
	m, err := rendering.New(settings, bridge.Rendering(n),
		rendering.Deps{DB: in.DB, Queue: in.Queue, Listener: in.Listener, Cursors: in.Cursors, Log: in.Telemetry.Log, Decode: renderingrpc.Decode})
	if err == nil {
		in.OnClose(m.Close)
	}
	return m, err
}

func newAI(cfg Config, in *infra.Infra, guard *egress.Guard, n ai.Needs) (*ai.Module, error) {
	settings := cfg.AI
	settings.BaseURL = cfg.BaseURL
	return ai.New(settings, n, ai.Deps{DB: in.DB, Guard: guard, Log: in.Telemetry.Log})
}
