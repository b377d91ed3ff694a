package syntax_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/moby/buildkit/frontend/dockerfile/parser"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// agree compares what Parse makes of a file to what BuildKit does: where BuildKit accepts it, both see the same
// instructions; where BuildKit refuses it, Parse has an error.
func agree(t *testing.T, src string) {
	t.Helper()
	f := syntax.Parse(src)
	check(t, f)
	want, err := parser.Parse(strings.NewReader(src))
	if err != nil {
		if len(f.Errors) == 0 {
			t.Errorf("BuildKit refuses what has no error: %v\n%q", err, src)
		}
		return
	}
	if len(f.Errors) > 0 {
		t.Errorf("BuildKit accepts what has the error %v\n%q", f.Errors[0], src)
		return
	}
	if byte(want.EscapeToken) != f.Escape {
		t.Errorf("escape %q, want %q", f.Escape, want.EscapeToken)
	}
	var got []*parser.Node
	for _, ins := range f.Instructions {
		got = append(got, f.Node(ins))
	}
	if diff := cmp.Diff(want.AST.Children, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("instructions (-BuildKit +ours):\n%s\n%q", diff, src)
	}
}

// check checks what holds of every file: offsets lead to what is there.
func check(t *testing.T, f *syntax.File) {
	t.Helper()
	last := 0
	for _, ins := range f.Instructions {
		if ins.Start < last || ins.End < ins.Start || ins.End > len(f.Source) {
			t.Fatalf("instruction at %d-%d, after %d\n%q", ins.Start, ins.End, last, f.Source)
		}
		last = ins.End
		var text strings.Builder
		for _, s := range ins.Text.Spans(0, len(ins.Text.Value)) {
			text.WriteString(f.Source[s.Start:s.End])
		}
		if text.String() != ins.Text.Value {
			t.Fatalf("the spans say %q, the text is %q\n%q", text.String(), ins.Text.Value, f.Source)
		}
		for _, b := range ins.Breaks {
			if f.Source[b.Mark] != f.Escape || b.End < b.Mark || b.At > len(ins.Text.Value) {
				t.Fatalf("a break %+v\n%q", b, f.Source)
			}
		}
		for _, w := range parts(ins) {
			if w.Start < 0 || w.Start > w.End || w.End > len(ins.Text.Value) {
				t.Fatalf("a word %+v in a text of %d bytes\n%q", w, len(ins.Text.Value), f.Source)
			}
		}
		for _, p := range ins.Pairs {
			key := ins.Text.Value[p.Key.Start:p.Key.End]
			if p.Key.Value != key && p.Key.Value != string([]rune(key)) { // which has U+FFFD for a byte that is no UTF-8, as BuildKit
				t.Fatalf("the key %+v is %q\n%q", p.Key, key, f.Source)
			}
		}
	}
	for _, c := range f.Comments {
		if f.Source[c.Start] != '#' || c.End < c.Start || strings.Count(f.Source[:c.Start], "\n")+1 != c.Line {
			t.Fatalf("a comment %+v\n%q", c, f.Source)
		}
	}
}

func parts(ins *syntax.Instruction) []syntax.Word {
	out := append([]syntax.Word{ins.Keyword, ins.Args, ins.Type}, ins.Words...)
	for _, p := range ins.Pairs {
		out = append(out, p.Word, p.Key, p.Value)
	}
	for _, f := range ins.Flags {
		out = append(out, f.Word)
	}
	for _, h := range ins.Heredocs {
		out = append(out, h.Word)
	}
	if ins.OnBuild != nil {
		out = append(out, parts(ins.OnBuild)...)
	}
	return out
}

var seeds = []string{
	"",
	"FROM scratch",
	"# syntax=docker/dockerfile:1\n# escape=`\nFROM a AS b\nRUN x `\n  y\n",
	"\ufeffFROM alpine\r\nRUN a && \\\r\n\r\n # c\r\n  b\r\n",
	"RUN <<EOF cat <<-'B'\n\ta\nEOF\n\tb\n\tB\nCOPY <<\"X\" /x\nX\n",
	"ENV a b c\nENV a=1 b=\"x y\" c=z\\ z\nLABEL a=b\nARG x y=1\n",
	"CMD [\"a\", \"b\\u0041\"]\nENTRYPOINT [1]\nVOLUME []\nSHELL [\"x\"\n",
	"HEALTHCHECK --interval=5s --start='1 s' CMD [\"x\"]\nHEALTHCHECK NONE\nHEALTHCHECK",
	"ONBUILD RUN --mount=type=cache,target=/x <<E\nE\nONBUILD onbuild copy a b",
	"RUN a \\  \n# comment\n\n\\\nb \\\\\nUSER\n\\",
	"#\n# a\n # b\n\n# c\nfrom x\nadd --chown=a:b -- x y\n nope x y\n",
	"FROM a\u00a0\nRUN --x\u0085y é\xff\nENV a=\xff 'b=\nEXPOSE 1\v2 3\f",
	"# check=skip=all;error=true\n# check=x\nFROM x\n",
	"RUN a <<EOF\nEO",
	"RUN a\x00 <<E\x00\x00F <<-\"b\x00\ufdd0\" \x00\nE\x00\x00F\nb\x00\ufdd0\nUSER x\n",
	"RUN \xff\xfe <<E\nE\nCOPY <<a\xff\xff <<\xff\x00 /x\na\ufffd\ufffd\n\ufffd\x00\nUSER x\n",
	"RUN <<E\xff\nE\xff\n",
	"LABEL A\x8f=b\xff= \xff\xff=c\nARG \xff d\xff=1 e\\\nENV \xff=",
}

func TestParseAgreesWithBuildKit(t *testing.T) {
	for _, src := range seeds {
		agree(t, src)
	}
}

func FuzzParseAgreesWithBuildKit(f *testing.F) {
	for _, src := range seeds {
		f.Add(src)
	}
	f.Fuzz(agree)
}
