package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	_ "image/jpeg"
	_ "image/png"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	_ "golang.org/x/image/webp"

	"github.com/platenhq/platen/modules/rendering"
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/rpc"
)

func verifyCommand() *cobra.Command {
	var picture, inputs, out string
	cmd := &cobra.Command{
		Use:   "verify RECEIPT",
		Short: "Render a receipt's request again and compare the bytes",
		Long: `Check a receipt's signature, render its request again and compare the file's hash with the one the receipt
names. With --image the given picture is compared too; where pixels differ, the first one is named.
What a browser drew is pinned instead of computed: it cannot be rendered again, and only --image is compared.
Exit code 0 means identical, 1 different, 2 that it could not be checked.`,
		Example: "  curl -H \"Authorization: Bearer $KEY\" …/api/v1/images/img_…/receipt > receipt.json\n  platen verify receipt.json --image card.png",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			err := verify(cmd.Context(), args[0], picture, inputs, out, cmd.OutOrStdout())
			if err != nil && !errors.Is(err, errDifferent) {
				return exit{2, err}
			}
			return err
		},
	}
	cmd.Flags().StringVar(&picture, "image", "", "a picture to compare with")
	cmd.Flags().StringVar(&inputs, "inputs", "", "a folder with the files the receipt lists, found by their hash")
	cmd.Flags().StringVar(&out, "output", "", "write the picture that was rendered")
	return cmd
}

func verify(ctx context.Context, file, picture, inputs, out string, w io.Writer) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	receipt, err := rendering.VerifyReceipt(data)
	if err != nil {
		return err
	}
	request, err := receiptRequest(receipt)
	if err != nil {
		return err
	}
	files, err := receiptFiles(receipt, inputs)
	if err != nil {
		return err
	}
	made, err := rendering.Rerender(ctx, engine.New(engine.Options{}), request, receipt, files)
	if errors.Is(err, rendering.ErrPinned) && picture != "" {
		return verifyPinned(receipt, picture, w)
	}
	if err != nil {
		return fmt.Errorf("rendering the receipt's request: %w", err)
	}
	if out != "" {
		if err := os.WriteFile(out, made.Bytes, 0o644); err != nil {
			return err
		}
	}
	given := []byte(nil)
	if picture != "" {
		if given, err = os.ReadFile(picture); err != nil {
			return err
		}
	}
	hash := rendering.SHA256(made.Bytes)
	switch {
	case hash != receipt.Output.SHA256:
		fmt.Fprintf(w, "different: the receipt names %s, rendering gives %s\n", receipt.Output.SHA256, hash)
	case given != nil && !bytes.Equal(given, made.Bytes):
		fmt.Fprintf(w, "different: %s is not the file of the receipt\n", picture)
	default:
		fmt.Fprintf(w, "identical: %s (%s, %d × %d, %s)\n", hash, receipt.Output.Format, receipt.Output.Width, receipt.Output.Height, receipt.Engine.Version)
		return nil
	}
	if given != nil {
		fmt.Fprintln(w, firstDifference(made.Bytes, given))
	}
	return errDifferent
}

// verifyPinned compares a picture with the hash that the receipt of a browser's result names.
func verifyPinned(r *rendering.Receipt, picture string, w io.Writer) error {
	given, err := os.ReadFile(picture)
	if err != nil {
		return err
	}
	if hash := rendering.SHA256(given); hash != r.Output.SHA256 {
		fmt.Fprintf(w, "different: the receipt names %s, %s has %s\n", r.Output.SHA256, picture, hash)
		return errDifferent
	}
	fmt.Fprintf(w, "pinned: %s is the file that %s drew and the receipt names; a browser's result cannot be rendered again natively\n", picture, r.Engine.Version)
	return nil
}

// errDifferent ends the command with code 1 after the difference was printed.
var errDifferent = errors.New("the pictures differ")

// receiptRequest reads the canonical request of a receipt; it has no operation,
// which decides nothing.
func receiptRequest(r *rendering.Receipt) (*rendering.Request, error) {
	members := map[string]json.RawMessage{}
	if err := json.Unmarshal(r.Request, &members); err != nil {
		return nil, fmt.Errorf("reading the receipt's request: %w", err)
	}
	members["operation"] = json.RawMessage(`"preview"`)
	data, err := json.Marshal(members)
	if err != nil {
		return nil, err
	}
	return rpc.Decode(data)
}

// receiptInputs are a receipt's files by the address the request gave them.
type receiptInputs map[string][]byte

// File implements engine.Files.
func (f receiptInputs) File(url string) ([]byte, bool) {
	data, ok := f[url]
	return data, ok
}

func receiptFiles(r *rendering.Receipt, dir string) (receiptInputs, error) {
	byHash := map[string][]byte{}
	if dir != "" {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if data, err := os.ReadFile(filepath.Join(dir, e.Name())); err == nil {
				byHash[rendering.SHA256(data)] = data
			}
		}
	}
	files := receiptInputs{}
	for _, in := range r.Inputs {
		data, ok := byHash[in.SHA256]
		if !ok {
			return nil, fmt.Errorf("the receipt lists %s %s with SHA-256 %s; put the file into a folder and name it with --inputs", in.Kind, in.Name, in.SHA256)
		}
		files[in.Name] = data
	}
	return files, nil
}

// firstDifference names the first pixel that differs, in reading order.
func firstDifference(made, given []byte) string {
	a, _, errA := image.Decode(bytes.NewReader(made))
	b, _, errB := image.Decode(bytes.NewReader(given))
	if errA != nil || errB != nil {
		return "the pictures cannot be compared pixel by pixel"
	}
	if a.Bounds() != b.Bounds() {
		return fmt.Sprintf("rendering is %v, the picture is %v", a.Bounds().Size(), b.Bounds().Size())
	}
	differing, first := 0, ""
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x++ {
			r0, g0, b0, a0 := a.At(x, y).RGBA()
			r1, g1, b1, a1 := b.At(x, y).RGBA()
			if r0 == r1 && g0 == g1 && b0 == b1 && a0 == a1 {
				continue
			}
			if differing == 0 {
				first = fmt.Sprintf("first differing pixel: x %d, y %d: rendered #%02X%02X%02X%02X, given #%02X%02X%02X%02X", x, y, r0>>8, g0>>8, b0>>8, a0>>8, r1>>8, g1>>8, b1>>8, a1>>8)
			}
			differing++
		}
	}
	if differing == 0 {
		return "every pixel is the same; only the files' bytes differ"
	}
	return fmt.Sprintf("%s (%d pixels differ)", first, differing)
}
