package ident_test

import (
	"fmt"

	"github.com/platenhq/platen/modules/platform/ident"
)

func ExampleParseScopes() {
	scopes, err := ident.ParseScopes([]string{"render:write"})
	fmt.Println(scopes.Allow("render:read"), scopes.Allow("keys:write"), err)
	_, err = ident.ParseScopes([]string{"render:writ"})
	fmt.Println(err != nil)
	// Output:
	// true false <nil>
	// true
}

func ExampleValid() {
	id := ident.New(ident.Job)
	fmt.Println(ident.Valid(ident.Job, id), ident.Valid(ident.Image, id), ident.Valid(ident.Job, "job_1"))
	// Output: true false false
}
