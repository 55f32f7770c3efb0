package record

import (
	"context"
	"encoding/json"

	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/rendering/internal/store"
)

// ExternalImage is a finished image of another module or a PDF that was edited, stored like the file of a render. Its
// bytes are already stored.
type ExternalImage struct {
	ID, Name, Format, MIMEType string
	BrandID                    string // the brand it belongs to, "" if there is none
	Width, Height, Bytes       int
	Pages                      int // of a PDF
	SHA256                     string
	// Request is the canonical request, and RequestHash its hash.
	Request     json.RawMessage
	RequestHash string
	// EngineName and EngineVersion identify the generator; Determinism is computed or pinned.
	EngineName, EngineVersion, Determinism string
	Seed                                   int32
}

// SaveExternal records images of other modules as images of the caller's workspace, each with a signed receipt, in the
// transaction of ctx. The other module records the decision.
func (r *Recorder) SaveExternal(ctx context.Context, images []ExternalImage) error {
	who := ident.Must(ctx)
	now, err := r.DB.Now(ctx)
	if err != nil {
		return err
	}
	marked := who.Mode == ident.Test
	rows := make([]*store.Image, len(images))
	for i, f := range images {
		request, err := canonicalForm(f.Request)
		if err != nil {
			return err
		}
		receipt, err := r.sign(Receipt{
			ImageID: f.ID, Request: request, RequestHash: f.RequestHash, Inputs: []ReceiptInput{},
			Engine: ReceiptEngine{f.EngineName, f.EngineVersion}, Seed: f.Seed,
			Output:    ReceiptOutput{Name: f.Name, Format: f.Format, Width: f.Width, Height: f.Height, Bytes: f.Bytes, SHA256: f.SHA256},
			CreatedAt: now.UTC().Format(receiptTime), Watermarked: marked, Determinism: f.Determinism,
		})
		if err != nil {
			return err
		}
		kind := KindImage
		if f.Pages > 0 {
			kind = KindPDF
		}
		rows[i] = &store.Image{
			ID: f.ID, WorkspaceID: string(who.Workspace), Livemode: who.Mode.Livemode(), BrandID: f.BrandID, Kind: kind, Name: f.Name, Format: f.Format, MIMEType: f.MIMEType,
			Width: f.Width, Height: f.Height, Pages: f.Pages, Bytes: f.Bytes, SHA256: f.SHA256, RequestHash: f.RequestHash, EngineName: f.EngineName, EngineVersion: f.EngineVersion,
			Seed: f.Seed, Watermarked: marked, Metadata: json.RawMessage("{}"), Receipt: receipt,
		}
	}
	return r.Store.InsertImages(ctx, rows)
}
