// Command signedurl mints the URL of a page's image without calling the service, and prints the page's tags:
//
//	go run ./sdk/go/example/signedurl KEY http://127.0.0.1:8080
package main

import (
	"context"
	"fmt"
	"html"
	"os"

	signingv1 "github.com/platenhq/platen/proto/gen/platen/signing/v1"
	platen "github.com/platenhq/platen/sdk/go"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: signedurl KEY URL")
		os.Exit(2)
	}
	if err := run(context.Background(), os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, key, url string) error {
	client, err := platen.New(key, platen.WithBaseURL(url))
	if err != nil {
		return err
	}
	// Once: make a key, and keep its secret where the pages are made.
	made, err := client.SigningKeys.CreateSigningKey(ctx, &signingv1.CreateSigningKeyRequest{})
	if err != nil {
		return err
	}
	// For every page: no call, the image is rendered when it is first fetched.
	signer := platen.URLSigner{BaseURL: url, KID: made.Kid, Secret: made.GetSecret()}
	picture, err := signer.Inline(&signingv1.SignItem{
		Source: &signingv1.SignItem_Html{Html: "<h1 style='font-size:80px'>" + html.EscapeString("Käse & Brot") + "</h1>"},
	})
	if err != nil {
		return err
	}
	fmt.Printf("<meta property=\"og:image\" content=\"%s\">\n", html.EscapeString(picture))
	fmt.Println("<meta name=\"twitter:card\" content=\"summary_large_image\">")
	return nil
}
