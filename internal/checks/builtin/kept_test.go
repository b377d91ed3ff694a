package builtin_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/builtin"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

// A comment that keeps nothing from a formatter silences nothing.
func TestCommentsThatKeepNothing(t *testing.T) {
	registry, _ := builtin.Registry("test")
	c, err := config.Parse("autofix.toml", []byte("[format.shell]\nlayout = \"shfmt\"\n"), registry.Sections())
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ name, file, text, want string }{
		{"a line that changes", "a.go", "package p\n\nvar a   =  1 // autofix ignore=format/go\n", ""},
		{"a formatted line", "a.go", "package p\n\nvar a = 1 // autofix ignore=format/go\n", "package p\n\nvar a = 1\n"},
		{"a formatted line, by a part of the name", "a.go", "package p\n\nvar a = 1 // autofix ignore=go\n", "package p\n\nvar a = 1\n"},
		{"one name of two", "a.sh", "# autofix ignore=format/shell,format/toml\na    b\n", "# autofix ignore=format/shell\na    b\n"},
		{"the next line", "a.sh", "# autofix ignore=format/shell\na b\nc    d\n", "a b\nc    d\n"},
		{"the file", "a.go", "// autofix global ignore=format/go\n\npackage p\n", "\npackage p\n"},
		{"the file, which changes", "a.go", "// autofix global ignore=format/go\n\npackage   p\n", ""},
		{"all rules of a namespace", "a.go", "package p\n\nvar a = 1 // autofix ignore=format/*\n", ""},
		{"another language", "a.go", "package p\n\nvar a = 1 // autofix ignore=format/toml\n", "package p\n\nvar a = 1\n"},
		{"a file that does not parse", "a.go", "package p\n\nvar a = // autofix ignore=format/go\n", ""},
	} {
		a, err := registry.Run(t.Context(), "", []checks.File{{Path: test.file, Content: []byte(test.text)}}, c)
		if err != nil {
			t.Fatal(err)
		}
		plan, err := fixedits.Merge([]fixedits.Proposal{a.Proposal()}, fixedits.Options{
			Read: func(string) ([]byte, error) { return []byte(test.text), nil },
			Verdict: func(f *fixedits.Fix) (fixedits.Status, fixedits.Reason) {
				if f.Rule == checks.UnusedIgnore {
					return "", fixedits.Reason{}
				}
				return fixedits.StatusFiltered, fixedits.Reason{Code: "test", Detail: "not selected"}
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if len(plan.Files) > 0 {
			got = string(plan.Files[0].After)
		}
		if got != test.want {
			t.Errorf("%s: fixed to %q, want %q", test.name, got, test.want)
		}
	}
}

// Formatters leave the lines alone that a comment keeps, format the others, and
// have nothing more to do then.
func TestCommentsKeepLines(t *testing.T) {
	known, formats := builtin.Registry("test")
	c, err := config.Parse("autofix.toml", []byte("[format.shell]\nlayout = \"shfmt\"\n"), known.Sections())
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ name, file, text, want string }{
		{"a line", "a.go", "package p\n\nvar a   =  1 // autofix ignore=format/go\n\nvar b   =  2\n", "package p\n\nvar a   =  1 // autofix ignore=format/go\n\nvar b = 2\n"},
		{"the next line", "a.go", "package p\n\n// autofix ignore=go;reason=a table\nvar a   =  1\n\nvar b   =  2\n", "package p\n\n// autofix ignore=go;reason=a table\nvar a   =  1\n\nvar b = 2\n"},
		{"the file", "a.go", "// autofix global ignore=format/*\n\npackage p\nvar b   =  2\n", "// autofix global ignore=format/*\n\npackage p\nvar b   =  2\n"},
		{"another rule", "a.go", "package p\n\nvar a   =  1 // autofix ignore=format/toml\n", "package p\n\nvar a = 1 // autofix ignore=format/toml\n"},
		{"a region", "a.sh", "a    b\n# autofix begin ignore=format/shell\nc    d\nif x;then\n  y\nfi\n# autofix end ignore=format/shell\ne    f\n", "a b\n# autofix begin ignore=format/shell\nc    d\nif x;then\n  y\nfi\n# autofix end ignore=format/shell\ne f\n"},
		{"a region without an end", "a.sh", "# autofix begin ignore=format/shell\nc    d\n", "# autofix begin ignore=format/shell\nc d\n"},
		{"a here-document is no comment", "a.sh", "cat <<E\n# autofix global ignore=format/shell\nE\nc    d\n", "cat <<E\n# autofix global ignore=format/shell\nE\nc d\n"},
		{"Starlark", "BUILD", "# autofix ignore=format/starlark\nx = [1,   2]\n\ny = [1,   2]\n", "# autofix ignore=format/starlark\nx = [1,   2]\n\ny = [\n    1,\n    2,\n]\n"},
		{"HCL", "a.tf", "a   = 1 # autofix ignore=format/hcl\n\nb   = 2\n", "a   = 1 # autofix ignore=format/hcl\n\nb = 2\n"},
		{"CRLF", "a.go", "package p\r\n\r\nvar a   =  1 // autofix ignore=format/go\r\n\r\nvar b   =  2\r\n", "package p\r\n\r\nvar a   =  1 // autofix ignore=format/go\r\n\r\nvar b = 2\r\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			registry, err := formats.For(c, test.file)
			if err != nil {
				t.Fatal(err)
			}
			got, err := registry.Format(test.file, []byte(test.text))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, string(got.Text)); diff != "" || got.Changed != (test.text != test.want) {
				t.Errorf("changed %v (-want +got):\n%s", got.Changed, diff)
			}
			_, differs, err := registry.Differs(test.file, []byte(test.text))
			if err != nil || differs != got.Changed {
				t.Errorf("differs %v, changed %v, %v", differs, got.Changed, err)
			}
			if again, err := registry.Format(test.file, got.Text); err != nil || again.Changed {
				t.Errorf("a second time it becomes %q, %v", again.Text, err)
			}
		})
	}
}
