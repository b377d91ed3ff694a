package formatting_test

import (
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
)

// What a formatter made is not looked at again: the guard has.
func TestFormattedTextIsSettled(t *testing.T) {
	calls := 0
	r := formatting.NewRegistry(fake{format: upper, calls: &calls})
	result, err := r.Format("a.fake", []byte("text"))
	if err != nil || !result.Changed || calls != 2 {
		t.Fatalf("%+v, %v after %d calls", result, err, calls)
	}
	again, err := r.Format("a.fake", result.Text)
	if err != nil || again.Changed || again.Language != "fake" || string(again.Text) != string(result.Text) {
		t.Errorf("%+v, %v", again, err)
	}
	if err := r.Parse("a.fake", result.Text); err != nil || calls != 2 {
		t.Errorf("%v after %d calls", err, calls)
	}
	// The same text under another name may be something else.
	if err := r.Parse("b.fake", result.Text); err != nil || calls != 3 {
		t.Errorf("%v after %d calls", err, calls)
	}
}
