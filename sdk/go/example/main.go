// Command example renders a card and writes it to a file:
//
//	go run ./sdk/go/example KEY card.png http://127.0.0.1:8080
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
	platen "github.com/platenhq/platen/sdk/go"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: example KEY FILE URL")
		os.Exit(2)
	}
	if err := run(context.Background(), os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, key, file, url string) error {
	client, err := platen.New(key, platen.WithBaseURL(url))
	if err != nil {
		return err
	}
	request := &renderingv1.GenerateRequest{
		Source: &renderingv1.GenerateRequest_Html{Html: `
			<div style="display:flex;align-items:center;height:100%;padding:64px;background:linear-gradient(135deg,#0F172A,#38BDF8)">
				<h1 style="color:#FFFFFF;font-size:72px">Launch day</h1>
			</div>`},
		Outputs:  []*renderingv1.Output{{Preset: renderingv1.Preset_PRESET_OG.Enum()}},
		Delivery: &renderingv1.Delivery{Mode: renderingv1.DeliveryMode_DELIVERY_MODE_INLINE.Enum()},
	}
	render, err := client.Preview(ctx, request)
	var refused *platen.Error
	if errors.As(err, &refused) {
		for _, d := range refused.Details {
			fmt.Fprintln(os.Stderr, d.Path, d.Message)
		}
	}
	if err != nil {
		return err
	}
	return os.WriteFile(file, render.Outputs[0].Data, 0o644)
}
