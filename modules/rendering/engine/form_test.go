package engine

import (
	"context"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/vector/pdftest"
)

// formOf draws a document as a PDF with fields and returns the file as text.
func formOf(t *testing.T, html string) (string, error) {
	t.Helper()
	f, err := New(Options{}).Encode(context.Background(), paged(t, html), Output{Vector: PDF, PDF: &PDFOptions{Forms: true}})
	if err != nil {
		return "", err
	}
	return pdftest.Text(f.Bytes), nil
}

// TestFormFields checks that controls become fields with their names, values and flags, in the structure of the
// document.
func TestFormFields(t *testing.T) {
	t.Parallel()
	quoted := func(s string) string { return "(" + strings.ReplaceAll(s, "\n", "\\012") + ")" }
	for name, c := range map[string]struct {
		html string
		want []string
		not  []string
	}{
		"text":        {`<label>Ship <input name="ship" value="Łódź" required maxlength="9">`, []string{"/FT /Tx", "/T " + quoted("ship"), "/TU " + quoted("Ship"), `/V (\376\377\001A\000\363\000d\001z)`, "/MaxLen 9", "/Ff 2 ", "/S /Form", "/Type /OBJR", "/Tabs /S", "/Tx BMC"}, []string{"Off"}},
		"area":        {`<textarea name=t readonly>two` + "\n" + `lines</textarea>`, []string{"/FT /Tx", "/V " + quoted("two\nlines"), "/Ff 4097 "}, nil},
		"password":    {`<input type=password name=p value=secret>`, []string{"/Ff 8192 "}, []string{quoted("secret"), "/V "}},
		"placeholder": {`<input name=p placeholder=metres>`, []string{"/TU " + quoted("metres")}, []string{"/V "}},
		"check":       {`<input type=checkbox name=c value="a b" checked><input type=checkbox name=d>`, []string{"/V /a#20b", "/AS /a#20b", "/V /Off", "/N << /on "}, nil},
		"radio":       {`<input type=radio name=r value=1><input type=radio name=r value=2 checked>`, []string{"/Ff 49152 /V /2", "/AS /Off", "/AS /2", "/Parent"}, nil},
		"menu":        {`<select name=s><option value=n>North<optgroup><option selected value=s>South</select>`, []string{"/FT /Ch", "[" + quoted("n") + " " + quoted("North") + "]", "/V " + quoted("s"), "/Ff 131072 "}, nil},
		"list":        {`<select name=s multiple><option selected>a<option>b<option selected>c</select>`, []string{"/V [" + quoted("a") + " " + quoted("c") + "] /I [0 2]", "/Ff 2097152 "}, nil},
		"same names":  {`<input name=a.b><input name=a.b>`, []string{"/T " + quoted("a_b") + " ", "/T " + quoted("a_b_2")}, nil},
		"no fields":   {`<input type=submit><button>b</button><input type=hidden name=h><input name=g style="visibility:hidden"><input type=range>`, nil, []string{"/AcroForm", "/Widget"}},
		"transformed": {`<div style="rotate:5deg"><input name=a value=b></div><textarea style="translate:9px">t</textarea><input type=checkbox style="offset-path:path('M0 0h9')">`, nil, []string{"/AcroForm", "/Widget"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, err := formOf(t, c.html)
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range c.want {
				if !strings.Contains(text, want) {
					t.Errorf("the file lacks %q", want)
				}
			}
			for _, not := range c.not {
				if strings.Contains(text, not) {
					t.Errorf("the file has %q", not)
				}
			}
		})
	}
}

// TestFormOnPages checks that a field is on the page of its control, and that its text is in the field only.
func TestFormOnPages(t *testing.T) {
	t.Parallel()
	p := paged(t, `<style>body{margin:0}</style><div style="height:230px">first</div><input name=a value=typed>`)
	pages, fields, err := p.fields(p.pages)
	if err != nil {
		t.Fatal(err)
	}
	if len(fields) != 1 || fields[0].Page != 1 || fields[0].Area.X0.Float() != 50 || fields[0].Area.Y0.Float() != 50+30 {
		t.Fatalf("got %+v, want a field on the second page, 30 below its margin", fields)
	}
	if got := said(p.pages[1]); got != "typed " {
		t.Errorf("the drawing has %q, want its text unchanged", got)
	}
	if got := said(pages[1]); got != "" || len(fields[0].Content) == 0 {
		t.Errorf("the page has the text %q, want it in the field only", got)
	}
}

func TestFormsAreBounded(t *testing.T) {
	t.Parallel()
	if _, err := formOf(t, strings.Repeat("<input>", maxFields+1)); err == nil || !strings.Contains(err.Error(), "1000 form fields") {
		t.Errorf("got %v, want the limit", err)
	}
}

// TestNativeListIsDrawnAsItIsLaidOut checks that a select that is laid out as a menu has the arrow of one.
func TestNativeListIsDrawnAsItIsLaidOut(t *testing.T) {
	t.Parallel()
	for attributes, menu := range map[string]bool{"": true, "size=1": true, "size=1.5": true, "multiple size=1": false, "size=2": false, "multiple": false} {
		arrow := false
		for _, op := range paged(t, "<select "+attributes+"><option>a</select>").List.Ops {
			if _, ok := op.(display.StrokePath); ok {
				arrow = true
			}
		}
		if arrow != menu {
			t.Errorf("%s: an arrow is drawn: %t, want %t", attributes, arrow, menu)
		}
	}
}
