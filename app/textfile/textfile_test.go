package textfile_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/platenhq/platen/app/textfile"
)

func TestDecode(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ in, want string }{
		"empty":                     {"", ""},
		"UTF-8":                     {"größer ✓ 👩‍🚀\r\n", "größer ✓ 👩‍🚀\r\n"},
		"UTF-8 with a mark":         {"\xef\xbb\xbfh1{}", "h1{}"},
		"only a mark":               {"\xef\xbb\xbf", ""},
		"a mark inside":             {"a\ufeffb", "a\ufeffb"},
		"replacement character":     {"a\ufffdb", "a\ufffdb"},
		"UTF-16, little endian":     {"\xff\xfeh\x00i\x00=\xd8\x80\xde", "hi🚀"},
		"UTF-16, big endian":        {"\xfe\xff\x00h\x00i\xd8=\xde\x80", "hi🚀"},
		"UTF-16, an odd byte":       {"\xff\xfeh\x00i", "h\ufffd"},
		"UTF-16, half of a pair":    {"\xff\xfe=\xd8", "\ufffd"},
		"only the mark of UTF-16":   {"\xff\xfe", ""},
		"a long text without marks": {strings.Repeat("漢字", 10_000), strings.Repeat("漢字", 10_000)},
	} {
		if got, err := textfile.Decode([]byte(c.in)); err != nil || string(got) != c.want {
			t.Errorf("%s: %.40q, %v, want %.40q", name, got, err, c.want)
		}
	}
}

// TestOtherEncodingsAreRejected: the error names the first byte and its line, and Read adds the file.
func TestOtherEncodingsAreRejected(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]textfile.Error{
		"caf\xe9":                {Line: 1, Byte: 0xe9},
		"a\n\xef\xbb\xbfb\n\x80": {Line: 3, Byte: 0x80},
		"\x89PNG\r\n":            {Line: 1, Byte: 0x89},
		"cut \xf0\x9f":           {Line: 1, Byte: 0xf0},
	} {
		_, err := textfile.Decode([]byte(in))
		var got *textfile.Error
		if !errors.As(err, &got) || *got != want {
			t.Errorf("%q: %v, want %+v", in, err, want)
		}
	}
	name := filepath.Join(t.TempDir(), "latin 1.html")
	if err := os.WriteFile(name, []byte("<p>caf\xe9"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := textfile.Read(name); err == nil || !strings.Contains(err.Error(), "latin 1.html is not UTF-8 (byte 0xE9 in line 1)") {
		t.Errorf("%v", err)
	}
}
