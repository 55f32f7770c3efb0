package record

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/platenhq/platen/modules/platform/canonical"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/rendering/internal/draw"
	"github.com/platenhq/platen/modules/rendering/internal/inputs"
	"github.com/platenhq/platen/modules/rendering/internal/plan"
)

// Receipt is proof of how a file was made. Signature is Ed25519 over the canonical JSON (RFC 8785) of the receipt
// without the signature field.
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
	// Determinism is "pinned" for files made by a browser or a model, "" or "computed" for others.
	Determinism string `json:"determinism,omitempty"`
	PublicKey   string `json:"public_key"`
	Signature   string `json:"signature,omitempty"`
}

// receiptTime is the format of times in receipts.
const receiptTime = "2006-01-02T15:04:05.000Z"

// ReceiptInput is a file that affected the bytes of the image.
type ReceiptInput struct {
	Kind   string `json:"kind"`
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
}

// ReceiptEngine names the engine.
type ReceiptEngine struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// ReceiptOutput is the file that a receipt certifies.
type ReceiptOutput struct {
	Name   string `json:"name"`
	Format string `json:"format"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
	Bytes  int    `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// Original returns the parameters for rendering the receipt's file again.
func (r *Receipt) Original() draw.Original {
	return draw.Original{EngineName: r.Engine.Name, EngineVersion: r.Engine.Version, Output: r.Output.Name, Seed: r.Seed, Watermarked: r.Watermarked}
}

// receipt returns the signed receipt of one output.
func (r *Recorder) receipt(p *plan.Plan, o *Rendered, mode ident.Mode, files []inputs.Input, now time.Time) ([]byte, error) {
	out := Receipt{
		ImageID: o.ID(), Request: p.Request.Canonical, RequestHash: p.Hash, Inputs: []ReceiptInput{},
		Engine: ReceiptEngine{p.Engine.Name, p.Engine.Version}, Seed: p.Seed,
		Output:    ReceiptOutput{Name: o.Name, Format: o.Format, Width: o.Width, Height: o.Height, Bytes: o.Bytes, SHA256: o.SHA256},
		CreatedAt: now.UTC().Format(receiptTime), Watermarked: mode == ident.Test,
	}
	if p.Engine.Name == plan.Browser {
		out.Determinism = "pinned"
	}
	for _, in := range files {
		out.Inputs = append(out.Inputs, ReceiptInput(in))
	}
	return r.sign(out)
}

// sign returns a receipt as JSON with the public key and the signature. Its request is already canonical JSON, so it is
// inserted into the rest without being parsed again.
func (r *Recorder) sign(receipt Receipt) ([]byte, error) {
	request := receipt.Request
	receipt.Request = placeholder
	receipt.Object = "receipt"
	receipt.PublicKey = base64.StdEncoding.EncodeToString(r.ReceiptKey.Public().(ed25519.PublicKey))
	unsigned, err := json.Marshal(receipt)
	if err != nil {
		return nil, fmt.Errorf("writing a receipt: %w", err)
	}
	signed, err := canonicalForm(unsigned)
	if err != nil {
		return nil, err
	}
	scratch := signing.Get().(*[]byte)
	defer signing.Put(scratch)
	if *scratch, err = insertRequest((*scratch)[:0], signed, request); err != nil {
		return nil, err
	}
	receipt.Signature = base64.StdEncoding.EncodeToString(ed25519.Sign(r.ReceiptKey, *scratch))
	whole, err := json.Marshal(receipt)
	if err != nil {
		return nil, fmt.Errorf("writing a receipt: %w", err)
	}
	return insertRequest(nil, whole, request)
}

// signing holds buffers for the text that is signed, which has the size of the request.
var signing = sync.Pool{New: func() any { return new([]byte) }}

// placeholder stands in for a receipt's request. No string in a receipt can contain the field with it, since quotes in
// strings are escaped.
var placeholder = json.RawMessage("null")

// insertRequest appends the JSON of a receipt to b with a request inserted.
func insertRequest(b, receipt, request []byte) ([]byte, error) {
	before, after, found := bytes.Cut(receipt, []byte(`"request":null`))
	if !found {
		return nil, fmt.Errorf("a receipt has no place for its request: %.100s", receipt)
	}
	b = slices.Grow(b, len(receipt)+len(request))
	return append(append(append(append(b, before...), `"request":`...), request...), after...), nil
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
