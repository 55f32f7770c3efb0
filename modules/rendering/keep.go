package rendering

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"fmt"

	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/rendering/internal/store"
)

// Foreign is a finished picture that another module made and this one keeps as an image like any render's. Its
// bytes are stored already, by Put.
type Foreign struct {
	ID, Name, Format, MIMEType string
	Width, Height, Bytes       int
	SHA256                     string
	// Request is what was asked for, canonical, and RequestHash its hash.
	Request     json.RawMessage
	RequestHash string
	// EngineName and EngineVersion say who drew it; Determinism is computed or pinned.
	EngineName, EngineVersion, Determinism string
	Seed                                   int32
}

// Put stores the bytes of a file under their hash, which it returns. It joins no transaction.
func (m *Module) Put(ctx context.Context, data []byte, mimeType string) (sha256 string, err error) {
	sum := SHA256(data)
	if err := m.needs.Files.Put(ctx, sum, data, mimeType); err != nil {
		return "", fmt.Errorf("storing a file: %w", err)
	}
	return sum, nil
}

// Keep records pictures of other makers as images of the caller's workspace, each with a signed receipt, in the
// transaction of ctx. The decision about them is their maker's to record.
func (m *Module) Keep(ctx context.Context, pictures []Foreign) error {
	who := ident.Must(ctx)
	now, err := m.db.Now(ctx)
	if err != nil {
		return err
	}
	marked := who.Mode == ident.Test
	rows := make([]*store.Image, len(pictures))
	for i, f := range pictures {
		receipt, err := m.sign(Receipt{
			Object: "receipt", ImageID: f.ID, Request: f.Request, RequestHash: f.RequestHash, Inputs: []ReceiptInput{},
			Engine: ReceiptEngine{f.EngineName, f.EngineVersion}, Seed: f.Seed,
			Output:    ReceiptOutput{Name: f.Name, Format: f.Format, Width: f.Width, Height: f.Height, Bytes: f.Bytes, SHA256: f.SHA256},
			CreatedAt: now.UTC().Format(receiptTime), Watermarked: marked, Determinism: f.Determinism,
			PublicKey: base64.StdEncoding.EncodeToString(m.cfg.ReceiptKey.Public().(ed25519.PublicKey)),
		})
		if err != nil {
			return err
		}
		rows[i] = &store.Image{
			ID: f.ID, WorkspaceID: string(who.Workspace), Livemode: who.Mode.Livemode(), Kind: "image", Name: f.Name, Format: f.Format, MIMEType: f.MIMEType,
			Width: f.Width, Height: f.Height, Bytes: f.Bytes, SHA256: f.SHA256, RequestHash: f.RequestHash, EngineName: f.EngineName, EngineVersion: f.EngineVersion,
			Seed: f.Seed, Watermarked: marked, Metadata: json.RawMessage("{}"), Receipt: receipt,
		}
	}
	return m.store.InsertImages(ctx, rows)
}

// Alive reports whether none of the caller's images was deleted.
func (m *Module) Alive(ctx context.Context, imageIDs []string) (bool, error) {
	n, err := m.store.Alive(ctx, tenant(ident.Must(ctx)), imageIDs)
	return n == len(imageIDs), err
}

// URL is the immutable public address of an image.
func (m *Module) URL(imageID, format string) string {
	return m.url(&Rendered{ImageID: imageID, Format: format})
}
