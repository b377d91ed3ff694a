package builtin

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

// A sample has the parts of bad input in one language.
type sample struct {
	path         string
	messy, clean string      // the same text before and after
	broken, at   string      // a text that does not parse, and the line and column of the error
	text         [2]string   // the text around a string of any length
	deep         [2]string   // repeated before and after
	around       [2]string   // the text around all of that
	comment      string      // a comment that is formatted, alone on its line
	outcomes     [][3]string // for some rows: the name, the outcome, and the text, or a part of the reason
}

var samples = map[string]sample{
	"dockerfile": {
		path: "Dockerfile", messy: "FROM a\nRUN x   \\\n y\n", clean: "FROM a\nRUN x \\\n y\n",
		broken: "FROM a\nENV x\n", at: "2:5",
		text: [2]string{"FROM a\nRUN echo '", "'\n"}, deep: [2]string{"(", ")"}, around: [2]string{"FROM a\nRUN ", "\n"},
		comment: "# c\n",
		outcomes: [][3]string{
			{"a line of a megabyte", syntax, "exceeds BuildKit's limit of 65535"},
			{"100,000 levels", syntax, "exceeds BuildKit's limit of 65535"},
			{"100,000 levels that do not end", syntax, "exceeds BuildKit's limit of 65535"},
			{"an empty file", syntax, "file with no instructions"},
			{"only a comment", syntax, "file with no instructions"},
		},
	},
	"go": {
		path: "a.go", messy: "package p\n\nvar  a = 1\n", clean: "package p\n\nvar a = 1\n",
		broken: "package p\n\nvar a = = 1\n", at: "3:9",
		text: [2]string{"package p\n\nvar a = \"", "\"\n"}, deep: [2]string{"(", ")"}, around: [2]string{"package p\n\nvar a = ", "\n"},
		comment: "// c\n",
		outcomes: [][3]string{
			{"100,000 levels", syntax, "exceeded max nesting depth"},
			{"100,000 levels that do not end", syntax, "exceeded max nesting depth"},
			{"text that is not UTF-8", syntax, "illegal UTF-8 encoding"},
			{"a byte order mark", formatted, "package p\n\nvar a = 1\n"},
			{"an empty file", syntax, "expected 'package'"},
			{"only a comment", syntax, "expected 'package'"},
		},
	},
	"starlark": {
		path: "a.bzl", messy: "a=1\n", clean: "a = 1\n", broken: "a = 1\nb = = 1\n", at: "2:5",
		text: [2]string{"a = \"", "\"\n"}, deep: [2]string{"[", "]"}, around: [2]string{"a = ", "\n"},
		comment: "# c\n",
	},
	"shell": {
		path: "a.sh", messy: "a b  \n", clean: "a b\n", broken: "a\nb )\n", at: "2:3",
		text: [2]string{"a \"", "\"\n"}, deep: [2]string{"{ ", "; }"}, around: [2]string{"", "\n"},
		comment: "# c\n",
		outcomes: [][3]string{
			{"text that is not UTF-8", syntax, "invalid UTF-8 encoding"},
		},
	},
	"gomod": {
		path: "go.mod", messy: "module  m\n", clean: "module m\n", broken: "module m\nrequire (\n", at: "3:1",
		text: [2]string{"// ", "\n"}, deep: [2]string{"(", ")"}, around: [2]string{"module ", "\n"},
		comment: "// c\n",
		outcomes: [][3]string{
			{"100,000 levels", syntax, "usage: module module/path"},
			{"100,000 levels that do not end", syntax, "unterminated block"},
			{"a byte order mark", syntax, "unexpected input character"},
		},
	},
	"hcl": {
		path: "a.tf", messy: "a=1\n", clean: "a = 1\n", broken: "a = 1\nb = = 1\n", at: "2:5",
		text: [2]string{"a = \"", "\"\n"}, deep: [2]string{"[", "]"}, around: [2]string{"a = ", "\n"},
		comment: "# c\n",
		outcomes: [][3]string{
			{"text that is not UTF-8", syntax, "Invalid character encoding"},
			{"a byte order mark", formatted, "a = 1\n"},
			{"no newline at the end", formatted, "a = 1"},
		},
	},
	"cue": {
		path: "a.cue", messy: "a:1\n", clean: "a: 1\n", broken: "a: 1\nb: = 1\n", at: "2:4",
		text: [2]string{"a: \"", "\"\n"}, deep: [2]string{"[", "]"}, around: [2]string{"a: ", "\n"},
		comment: "// c\n",
		outcomes: [][3]string{
			{"text that is not UTF-8", syntax, "illegal UTF-8 encoding"},
			{"a byte order mark", formatted, "a: 1\n"},
		},
	},
	"jsonnet": {
		path: "a.jsonnet", messy: "{a:1}\n", clean: "{ a: 1 }\n", broken: "{\n  a = 1,\n}\n", at: "2:5",
		text: [2]string{"'", "'\n"}, deep: [2]string{"[", "]"}, around: [2]string{"", "\n"},
		comment: "// c\n",
		outcomes: [][3]string{
			{"text that is not UTF-8", syntax, "the text is not UTF-8"},
			{"a byte order mark", syntax, "Could not lex the character"},
			{"an empty file", syntax, "Unexpected end of file"},
			{"only a comment", syntax, "Unexpected end of file"},
		},
	},
	"json": {
		path: "a.json", messy: "{ \"a\":  1 }\n", clean: "{ \"a\": 1 }\n", broken: "{\n  \"a\" = 1\n}\n", at: "2:7",
		text: [2]string{"\"", "\"\n"}, deep: [2]string{"[", "]"}, around: [2]string{"", "\n"},
		comment: "// c\n",
		outcomes: [][3]string{
			{"an empty file", syntax, "ends too early"},
			{"only a comment", syntax, "comments are not part of JSON"},
		},
	},
	"toml": {
		path: "a.toml", messy: "a=1\n", clean: "a = 1\n", broken: "a = 1\nb = = 1\n", at: "2:5",
		text: [2]string{"a = \"", "\"\n"}, deep: [2]string{"[", "]"}, around: [2]string{"a = ", "\n"},
		comment: "# c\n",
		outcomes: [][3]string{
			{"100,000 levels", syntax, "nested more than the maximum"},
			{"100,000 levels that do not end", syntax, "nested more than the maximum"},
			{"text that is not UTF-8", syntax, "invalid UTF-8"},
		},
	},
	"yaml": {
		path: "a.yaml", messy: "a:  1\n", clean: "a: 1\n", broken: "a:\n  b: c: d\n", at: "2:7",
		text: [2]string{"a: \"", "\"\n"}, deep: [2]string{"[", "]"}, around: [2]string{"a: ", "\n"},
		comment: "# c\n",
		outcomes: [][3]string{
			{"text that is not UTF-8", syntax, "invalid leading UTF-8 octet"},
		},
	},
	"protobuf": {
		path: "a.proto", messy: "a=1;\n", clean: "a = 1;\n", broken: "message A {\n  }\n}\n", at: "3:1",
		text: [2]string{"option a = \"", "\";\n"}, deep: [2]string{"a { ", " }"}, around: [2]string{"", "\n"},
		comment: "// c\n",
	},
}

// The outcomes of bad input.
const (
	formatted = "formatted"
	syntax    = "syntax error"
	refused   = "refused"
)

// A badInput is a text made of a sample, with its outcome unless the sample
// gives another one.
type badInput struct {
	name    string
	make    func(sample) string
	outcome string
	want    func(sample) string // the text, or a part of the reason
}

var badInputs = []badInput{
	{"a syntax error", func(s sample) string { return s.broken }, syntax, always("")},
	{"a line of a megabyte", func(s sample) string { return s.filled(1 << 20) }, formatted, func(s sample) string { return s.filled(1 << 20) }},
	{"100,000 levels", func(s sample) string { return s.nested(100_000) }, refused, always("nested more than")},
	{"100,000 levels that do not end", func(s sample) string { return s.around[0] + strings.Repeat(s.deep[0], 100_000) }, refused, always("nested more than")},
	{"50 MB", func(s sample) string { return s.filled(50 << 20) }, refused, always("exceeds the limit of 16777216")},
	{"a binary", always("\x7fELF\x02\x01\x01\x00\x00"), refused, always("not text: NUL byte at offset 7")},
	{"a NUL", func(s sample) string { return s.clean + "\x00" }, refused, always("not text: NUL byte")},
	{"text that is not UTF-8", func(s sample) string { return s.text[0] + "\xff" + s.text[1] }, formatted, func(s sample) string { return s.text[0] + "\xff" + s.text[1] }},
	{"CRLF", func(s sample) string { return crlf(s.messy) }, formatted, func(s sample) string { return crlf(s.clean) }},
	{"a syntax error with CRLF", func(s sample) string { return crlf(s.broken) }, syntax, always("")},
	{"mixed line endings", func(s sample) string { return s.messy + "\r\n" }, refused, always("mixed line endings")},
	{"a byte order mark", func(s sample) string { return "\ufeff" + s.messy }, formatted, func(s sample) string { return "\ufeff" + s.clean }},
	{"an empty file", always(""), formatted, always("")},
	{"only a comment", func(s sample) string { return s.comment }, formatted, func(s sample) string { return s.comment }},
	{"no newline at the end", func(s sample) string { return strings.TrimSuffix(s.messy, "\n") }, formatted, func(s sample) string { return s.clean }},
}

func always(text string) func(sample) string { return func(sample) string { return text } }

func crlf(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }

// filled returns a text with a string of n bytes.
func (s sample) filled(n int) string { return s.text[0] + strings.Repeat("x", n) + s.text[1] }

// nested returns a text of n levels.
func (s sample) nested(n int) string {
	return s.around[0] + strings.Repeat(s.deep[0], n) + "1" + strings.Repeat(s.deep[1], n) + s.around[1]
}

// expected returns the outcome of a row, and the text or a part of the reason.
func (s sample) expected(row int) (outcome, want string) {
	for _, other := range s.outcomes {
		if other[0] == badInputs[row].name {
			return other[1], other[2]
		}
	}
	return badInputs[row].outcome, badInputs[row].want(s)
}

// Bad input of any language has a known outcome: an error with its place, a
// refusal with its reason, or the text. Other files go on.
func TestBadInput(t *testing.T) {
	var all []formatting.Language
	for _, l := range languages {
		made, err := l.formatter((*config.Config)(nil).FormatOptions(l.schema(), config.NoEditor))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, made)
	}
	r := formatting.NewRegistry(all...)
	for _, l := range languages {
		s, ok := samples[l.name]
		if !ok {
			t.Errorf("there is no sample of %s: give it one", l.name)
			continue
		}
		for _, outcome := range s.outcomes {
			if !slices.ContainsFunc(badInputs, func(row badInput) bool { return row.name == outcome[0] }) {
				t.Errorf("%s: no row is named %s", l.name, outcome[0])
			}
		}
		for i, row := range badInputs {
			t.Run(l.name+"/"+row.name, func(t *testing.T) {
				outcome, want := s.expected(i)
				s.try(t, r, l.name, []byte(row.make(s)), outcome, want)
				if got, err := r.Format(s.path, []byte(s.messy)); err != nil || string(got.Text) != s.clean {
					t.Errorf("the next file: %q, %v, want %q", got.Text, err, s.clean)
				}
			})
		}
	}
}

// try formats src, twice if that goes well.
func (s sample) try(t *testing.T, r *formatting.Registry, language string, src []byte, outcome, want string) {
	before := bytes.Clone(src)
	got, err := r.Format(s.path, src)
	if !bytes.Equal(src, before) {
		t.Error("the source was written to")
	}
	if got.Language != language || err != nil && got.Text != nil {
		t.Errorf("%s, %d bytes of text, %.300v", got.Language, len(got.Text), err)
	}
	reason := ""
	switch place, _ := errors.AsType[*formatting.SyntaxError](err); {
	case place != nil && outcome == syntax:
		reason = place.Msg
		if place.Line < 1 || place.Column < 1 || place.Offset < 0 || place.Offset > len(src) {
			t.Errorf("line %d, column %d, offset %d of %d bytes", place.Line, place.Column, place.Offset, len(src))
		}
		if at := fmt.Sprintf("%d:%d", place.Line, place.Column); want == "" && s.at != at {
			t.Errorf("%v, want it at %s", err, s.at)
		}
	case errors.As(err, new(*formatting.RefusedError)) && outcome == refused:
		reason = err.Error()
	case err == nil && outcome == formatted:
		if string(got.Text) != want {
			t.Errorf("%d bytes %.100q, want %d bytes %.100q", len(got.Text), got.Text, len(want), want)
		}
		fresh := formatting.NewRegistry(r.Languages()...) // which does not know what the other made
		if again, err := fresh.Format(s.path, got.Text); err != nil || again.Changed {
			t.Errorf("a second time: %.100q, %.300v", again.Text, err)
		}
		return
	default:
		t.Fatalf("%.300v, %.100q, want it %s", err, got.Text, outcome)
	}
	if !strings.Contains(reason, want) {
		t.Errorf("%.300s, want %s", reason, want)
	}
}
