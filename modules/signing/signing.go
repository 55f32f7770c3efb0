package signing

import (
	"log/slog"

	"github.com/platenhq/platen/modules/platform/cache"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/secret"
	"github.com/platenhq/platen/modules/platform/wakeup"
	"github.com/platenhq/platen/modules/signing/internal/store"
)

// The notification channels between processes; the payloads are a kid and a ref.
const (
	keysChannel     = "signing_keys"
	picturesChannel = "signing_pictures"
)

// sealUse is the use whose derived key encrypts signing secrets.
const sealUse = "signing.secrets"

// Deps are the infrastructure the module uses.
type Deps struct {
	DB       *pg.DB
	Listener *pg.Listener
	Secrets  *secret.Ring
	Cursors  *page.Sealer
	Log      *slog.Logger
	// BaseURL is where clients reach the service, without a trailing slash.
	BaseURL string
}

// Module mints and serves signed image URLs. It is safe for concurrent use.
type Module struct {
	needs   Needs
	db      *pg.DB
	store   *store.Store
	secrets *secret.Ring
	cursors *page.Sealer
	log     *slog.Logger
	baseURL string
	clock   *pg.Clock
	kidKey  [32]byte
	keys    *keyring
	shown   *shownCache
	cards   *cardCache
	flights cache.Flight[Shown]
	waiters wakeup.Hub // by the refs of images that are rendered elsewhere
}

// New returns the module. It starts nothing; the listener invalidates its caches.
func New(needs Needs, d Deps) *Module {
	m := &Module{
		needs: needs, db: d.DB, store: store.New(d.DB), secrets: d.Secrets, cursors: d.Cursors, log: d.Log, baseURL: d.BaseURL,
		clock: pg.NewClock(d.DB), kidKey: d.Secrets.Key("signing.kid"), keys: newKeyring(), shown: newShownCache(), cards: newCardCache(),
	}
	d.Listener.Subscribe(keysChannel, m.keys.Drop)
	d.Listener.Subscribe(picturesChannel, m.waiters.Notify)
	return m
}

// ForgetImage drops a stored image from the cache; "" drops everything. It is called when an image
// was deleted.
func (m *Module) ForgetImage(id string) { m.shown.Drop(id) }
