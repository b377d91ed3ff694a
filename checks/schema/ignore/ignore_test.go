package ignore

import (
	"strings"
	"testing"
)

func TestSilences(t *testing.T) {
	for _, test := range []struct {
		name, text string // the finding is at the first "X"
		want       bool
	}{
		{"nothing", "X: 1\n", false},
		{"on the line", "X: 1 # autofix ignore=schema/type\n", true},
		{"without its namespace", "X: 1 # autofix ignore=type\n", true},
		{"all rules of the namespace", "X: 1 # autofix ignore=schema/*\n", true},
		{"everything", "X: 1 # autofix ignore=*;reason=because\n", true},
		{"one of several", "X: 1 # autofix ignore=schema/enum, schema/type\n", true},
		{"another rule", "X: 1 # autofix ignore=schema/enum\n", false},
		{"a part of the name", "X: 1 # autofix ignore=schema/typ\n", false},
		{"on the line before", "a: 1 # autofix ignore=schema/type\nX: 1\n", false},
		{"on the line after", "X: 1\n# autofix ignore=schema/type\n", false},
		{"above", "# autofix ignore=schema/type\nX: 1\n", true},
		{"above, with other comments", "# autofix ignore=schema/type\n# other\n\nX: 1\n", true},
		{"above another line", "# autofix ignore=schema/type\na: 1\nX: 1\n", false},
		{"for the file", "X: 1\nb: 2\n# autofix global ignore=schema/type\n", true},
		{"in JSON", "{\"X\": 1} // autofix ignore=schema/type\n", true},
		{"with other spaces", "X: 1\t#autofix  ignore = schema/type\r\n", true},
		{"in a word", "X: a#autofix ignore=schema/type\n", false},
		{"no rule", "X: 1 # autofix ignore=\n", false},
		{"without a newline", "X: 1 # autofix ignore=schema/type", true},
	} {
		if got := Read([]byte(test.text)).Silences("schema/type", strings.Index(test.text, "X")); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
	if new(Set).Silences("schema/type", 0) {
		t.Error("a set without comments silences")
	}
}
