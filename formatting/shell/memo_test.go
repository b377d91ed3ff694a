package shell_test

import (
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/shell"
)

// Languages with one memo format as languages without, also if they read a
// script in other dialects or change its tree.
func TestMemo(t *testing.T) {
	posix, simplified, plain := keepAll, shell.Options{Simplify: true}, shell.Options{}
	posix.LanguageDialect = "posix"
	for _, src := range []string{
		"{\n  a\n  b\n   c\n}\n",
		"a=(b c)\n",
		"if [[ ( $a ) ]]; then\n  b\n   c\n  d $(( $e ))\nfi\n",
		"if",
		"",
	} {
		memo := new(formatting.Memo)
		for range 2 {
			for i, opts := range []shell.Options{simplified, keepAll, posix, plain, simplified, keepAll} {
				r := formatting.NewRegistry(language(t, opts))
				want, wantErr := r.Format("a.sh", []byte(src))
				got, err := r.With(memo).Format("a.sh", []byte(src))
				if string(got.Text) != string(want.Text) || (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() {
					t.Errorf("%q, %d: %q, %v, without the memo %q, %v", src, i, got.Text, err, want.Text, wantErr)
				}
			}
		}
	}
}
