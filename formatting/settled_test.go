package formatting_test

import (
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
)

// A text that a formatter returned is not formatted again in the same run, and
// only there.
func TestSettled(t *testing.T) {
	settled := new(formatting.Settled)
	in := func(s *formatting.Settled, format func(string) (string, error)) *formatting.Registry {
		return formatting.NewRegistry(fake{format: format}).With(formatting.NewMemo(s))
	}
	result, err := in(settled, upper).Format("a.fake", []byte("text"))
	if err != nil || !result.Changed || string(result.Text) != "TEXT" {
		t.Fatalf("%+v, %v", result, err)
	}
	refuse := func(string) (string, error) { return "", &formatting.SyntaxError{Msg: "asked again"} }
	again, err := in(settled, refuse).Format("a.fake", result.Text)
	if err != nil || again.Changed || again.Language != "fake" || string(again.Text) != "TEXT" {
		t.Errorf("%+v, %v", again, err)
	}
	if err := in(settled, refuse).Parse("a.fake", result.Text); err != nil {
		t.Error(err)
	}
	for name, err := range map[string]error{
		"under another name, which may have another language": in(settled, refuse).Parse("b.fake", []byte("TEXT")),
		"another text":       in(settled, refuse).Parse("a.fake", []byte("TEXT ")),
		"in another run":     in(new(formatting.Settled), refuse).Parse("a.fake", []byte("TEXT")),
		"outside of any run": in(nil, refuse).Parse("a.fake", []byte("TEXT")),
	} {
		if !isSyntax(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
