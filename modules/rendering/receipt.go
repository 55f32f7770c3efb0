package rendering

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"time"

	"github.com/platenhq/platen/modules/platform/canonical"
	"github.com/platenhq/platen/modules/platform/ident"
)

// Receipt proves how a file was made. Signature is Ed25519 over the canonical
// JSON (RFC 8785) of the receipt without the signature member.
type Receipt struct {
	Object      string          `json:"object"`
	ImageID     string          `json:"image_id"`
	Request     json.RawMessage `json:"request"`
	RequestHash string          `json:"request_hash"`
	Inputs      []ReceiptInput  `json:"inputs"`
	Engine      ReceiptEngine   `json:"engine"`
	Seed        int32           `json:"seed"`
	Output      ReceiptOutput   `json:"output"`
	CreatedAt   string          `json:"created_at"`
	Watermarked bool            `json:"watermarked"`
	// Determinism is "pinned" for what a browser or a model drew, "" or "computed" for what was computed.
	Determinism string `json:"determinism,omitempty"`
	PublicKey   string `json:"public_key"`
	Signature   string `json:"signature,omitempty"`
}

// receiptTime is how receipts write times.
const receiptTime = "2006-01-02T15:04:05.000Z"

// ReceiptInput is a file that decided the picture.
type ReceiptInput struct {
	Kind   string `json:"kind"`
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
}

// ReceiptEngine names who drew.
type ReceiptEngine struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// ReceiptOutput is the file a receipt speaks of.
type ReceiptOutput struct {
	Name   string `json:"name"`
	Format string `json:"format"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
	Bytes  int    `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// receipt makes the signed receipt of one output.
func (m *Module) receipt(p *plan, id string, out *Rendered, mode ident.Mode, inputs []input, now time.Time) ([]byte, error) {
	r := Receipt{
		Object: "receipt", ImageID: id, Request: p.req.Canonical, RequestHash: p.hash, Inputs: []ReceiptInput{},
		Engine: ReceiptEngine{p.renderer.Name(), p.renderer.Version()}, Seed: p.seed,
		Output:    ReceiptOutput{Name: out.Name, Format: out.Format, Width: out.Width, Height: out.Height, Bytes: out.Bytes, SHA256: out.SHA256},
		CreatedAt: now.UTC().Format(receiptTime), Watermarked: mode == ident.Test,
		PublicKey: base64.StdEncoding.EncodeToString(m.cfg.ReceiptKey.Public().(ed25519.PublicKey)),
	}
	if p.renderer.Name() == browserName {
		r.Determinism = "pinned"
	}
	for _, in := range inputs {
		r.Inputs = append(r.Inputs, ReceiptInput(in))
	}
	return m.sign(r)
}

// sign returns a receipt as JSON with its signature.
func (m *Module) sign(r Receipt) ([]byte, error) {
	unsigned, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("writing a receipt: %w", err)
	}
	signed, err := canonicalForm(unsigned)
	if err != nil {
		return nil, err
	}
	r.Signature = base64.StdEncoding.EncodeToString(ed25519.Sign(m.cfg.ReceiptKey, signed))
	return json.Marshal(r)
}

// VerifyReceipt checks a receipt's signature against its own public key.
func VerifyReceipt(data []byte) (*Receipt, error) {
	var r Receipt
	if err := json.Unmarshal(data, &r); err != nil {
		return nil, fmt.Errorf("reading the receipt: %w", err)
	}
	key, err := base64.StdEncoding.DecodeString(r.PublicKey)
	if err != nil || len(key) != ed25519.PublicKeySize {
		return nil, fmt.Errorf("the receipt's public key is not an Ed25519 key")
	}
	sig, err := base64.StdEncoding.DecodeString(r.Signature)
	if err != nil {
		return nil, fmt.Errorf("the receipt's signature is not base64")
	}
	unsigned := r
	unsigned.Signature = ""
	body, err := json.Marshal(unsigned)
	if err != nil {
		return nil, err
	}
	signed, err := canonicalForm(body)
	if err != nil {
		return nil, err
	}
	if !ed25519.Verify(key, signed, sig) {
		return nil, fmt.Errorf("the receipt's signature does not match")
	}
	return &r, nil
}

func canonicalForm(data []byte) ([]byte, error) {
	v, err := canonical.Parse(data, canonical.Limits{Depth: 256, Members: 1 << 20, Items: 1 << 20})
	if err != nil {
		return nil, fmt.Errorf("canonicalising a receipt: %w", err)
	}
	return v.Bytes(), nil
}
