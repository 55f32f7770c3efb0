package canonical_test

import (
	"errors"
	"fmt"

	"github.com/platenhq/platen/modules/platform/canonical"
)

func ExampleParse() {
	v, err := canonical.Parse([]byte(`{ "b": 1.50, "a": "\u00e9", "c": [true, null] }`), canonical.Limits{})
	fmt.Println(string(v.Bytes()), err)
	// Output: {"a":"é","b":1.50,"c":[true,null]} <nil>
}

func ExampleParse_duplicateMember() {
	_, err := canonical.Parse([]byte(`{"a": {"b": 1, "b": 2}}`), canonical.Limits{})
	var syntax *canonical.Syntax
	if errors.As(err, &syntax) {
		fmt.Println(syntax.Rule, syntax.Path)
	}
	// Output: duplicate_member /a/b
}

func ExampleLiteral() {
	for _, lit := range []string{"1.50", "1e2", "-0", "12345678901234567890"} {
		text, ok := canonical.Literal(lit)
		fmt.Println(text, ok)
	}
	// Output:
	// 1.50 true
	// 100 true
	// 0 true
	// 12345678901234567890 true
}
