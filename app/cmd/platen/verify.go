package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/platenhq/platen/app/bridge"
	"github.com/platenhq/platen/modules/rendering"
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/rpc"
)

func verifyCommand() *cobra.Command {
	var v verification
	cmd := &cobra.Command{
		Use:   "verify RECEIPT",
		Short: "Render a receipt's request again and compare the result",
		Long: `Check a receipt's signature, render its request again and compare the file's hash with the receipt's. With --image
the given image is compared too: the first differing pixel is printed, and --diff writes the given image in pale
colours with every differing pixel in red.
Images of the browser engine are stored instead of reproduced: they cannot be rendered again, and only --image is compared.
Exit code 0 means identical, 1 different, 2 that the comparison failed.`,
		Example: "  curl -H \"Authorization: Bearer $KEY\" …/api/v1/images/img_…/receipt > receipt.json\n  platen verify receipt.json --image card.png",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			found, err := v.verify(cmd.Context(), args[0])
			if err != nil {
				return exit{exitUsage, err}
			}
			if err := printResult(cmd, found, found.print); err != nil {
				return err
			}
			if found.Verdict == "different" {
				return errDifferent
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&v.image, "image", "", "an image to compare with")
	cmd.Flags().StringVar(&v.inputs, "inputs", "", "folder with the files that the receipt lists, found by their hash")
	cmd.Flags().StringVar(&v.out, "output", "", "write the rendered image")
	cmd.Flags().StringVar(&v.diff, "diff", "", "write a PNG that marks the differing pixels")
	return cmd
}

// verification has the arguments of platen verify.
type verification struct{ image, inputs, out, diff string }

// verdict is the result, in --json output.
type verdict struct {
	Verdict string      `json:"verdict"` // identical, different or pinned
	Message string      `json:"message"`
	Engine  string      `json:"engine"`
	Receipt string      `json:"receipt_sha256"`
	Made    string      `json:"rendered_sha256,omitempty"`
	Given   string      `json:"image_sha256,omitempty"`
	Pixels  *difference `json:"difference,omitempty"`
	Diff    string      `json:"difference_picture,omitempty"`
}

func (v *verdict) print(w io.Writer) error {
	fmt.Fprintf(w, "%s: %s\n", v.Verdict, v.Message)
	if v.Pixels != nil {
		fmt.Fprintln(w, v.Pixels)
	}
	if v.Diff != "" {
		fmt.Fprintln(w, "see", v.Diff)
	}
	return nil
}

func (v *verification) verify(ctx context.Context, file string) (*verdict, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	receipt, err := rendering.VerifyReceipt(data)
	if err != nil {
		return nil, err
	}
	if made, ok, err := bridge.Redraw(ctx, receipt); ok {
		switch {
		case errors.Is(err, rendering.ErrPinned) && v.image != "":
			return verifyPinned(receipt, v.image)
		case err != nil:
			return nil, fmt.Errorf("drawing the receipt's request: %w", err)
		}
		if v.out != "" {
			if err := writeFile(v.out, made); err != nil {
				return nil, err
			}
		}
		return v.compare(receipt, made)
	}
	request, err := receiptRequest(receipt)
	if err != nil {
		return nil, err
	}
	files, err := receiptFiles(receipt, v.inputs)
	if err != nil {
		return nil, err
	}
	made, err := rendering.Rerender(ctx, engine.New(engine.Options{}), request, receipt, files)
	if errors.Is(err, rendering.ErrPinned) && v.image != "" {
		return verifyPinned(receipt, v.image)
	}
	if err != nil {
		return nil, fmt.Errorf("rendering the receipt's request: %w", err)
	}
	if v.out != "" {
		if err := writeFile(v.out, made.Bytes); err != nil {
			return nil, err
		}
	}
	return v.compare(receipt, made.Bytes)
}

// compare compares what was rendered with the receipt and the given image.
func (v *verification) compare(receipt *rendering.Receipt, made []byte) (found *verdict, err error) {
	found = &verdict{Verdict: "different", Engine: receipt.Engine.Version, Receipt: receipt.Output.SHA256, Made: rendering.SHA256(made)}
	var given []byte
	if v.image != "" {
		if given, err = os.ReadFile(v.image); err != nil {
			return nil, err
		}
		found.Given = rendering.SHA256(given)
	}
	switch {
	case found.Made != found.Receipt:
		found.Message = fmt.Sprintf("the receipt names %s, rendering gives %s", found.Receipt, found.Made)
	case given != nil && found.Given != found.Made:
		found.Message = v.image + " is not the file of the receipt"
	default:
		found.Verdict = "identical"
		found.Message = fmt.Sprintf("%s (%s, %d × %d, %s)", found.Made, receipt.Output.Format, receipt.Output.Width, receipt.Output.Height, receipt.Engine.Version)
		return found, nil
	}
	if given == nil || found.Given == found.Made {
		return found, nil
	}
	d, candidate := compareImages(made, given)
	if found.Pixels = d; v.diff != "" && candidate != nil {
		if err := writeFile(v.diff, candidate); err != nil {
			return nil, err
		}
		found.Diff = v.diff
	}
	return found, nil
}

// verifyPinned compares an image with the hash that the receipt of a browser's result names.
func verifyPinned(r *rendering.Receipt, candidate string) (*verdict, error) {
	given, err := os.ReadFile(candidate)
	if err != nil {
		return nil, err
	}
	found := &verdict{Verdict: "pinned", Engine: r.Engine.Version, Receipt: r.Output.SHA256, Given: rendering.SHA256(given)}
	found.Message = fmt.Sprintf("%s is the file that %s rendered and the receipt names; images of a browser cannot be rendered again", candidate, r.Engine.Version)
	if found.Given != found.Receipt {
		found.Verdict = "different"
		found.Message = fmt.Sprintf("the receipt names %s, %s has %s", found.Receipt, candidate, found.Given)
	}
	return found, nil
}

// errDifferent ends the command with code 1 after the difference was printed.
var errDifferent = errors.New("the images differ")

// receiptRequest reads the canonical request of a receipt; it has no operation,
// since that does not affect the result.
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

// receiptInputs are a receipt's files by their addresses in the request.
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
		if drawn, is := (bridge.Backgrounds{}).File(in.Name); is && rendering.SHA256(drawn) == in.SHA256 {
			data, ok = drawn, true // its address determines the bytes
		}
		if !ok {
			return nil, fmt.Errorf("the receipt lists %s %s with SHA-256 %s; put the file into a folder and name it with --inputs", in.Kind, in.Name, in.SHA256)
		}
		files[in.Name] = data
	}
	return files, nil
}
