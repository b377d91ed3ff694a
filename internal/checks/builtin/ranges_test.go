package builtin_test

import (
	"bytes"
	"testing"

	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"
	"github.com/rules-autofix/rules_autofix/formatting/decoded"
	"github.com/rules-autofix/rules_autofix/internal/checks/builtin"
)

// FuzzRanges formats a few lines of a file. The result parses and means the
// same, and is the file with some whole changes of its formatting.
func FuzzRanges(f *testing.F) {
	names := []string{"a.go", "a.json", "a.yaml", "a.toml", "BUILD.bazel", "a.sh", "Dockerfile", "a.proto"}
	for i, src := range []string{
		"package a\nfunc  f() {\n x := 1\n   return\n}\nvar  y = 1\n",
		"{\"a\":1,\n\"b\": [1,\n2], \"c\":  3}\n",
		"a:   1\nb:\n    - 1\n    -   2\nc: {a:  1}\n",
		"a  = 1\n[b]\nc=  2\nd = [1,\n2]\n",
		"load('b','a')\nx(name='a',\nsrcs=['b','a'])\ny  = 1\n",
		"if true;then\necho  a\n  fi\ncat <<E\n  a\nE\n",
		"from debian:12\nRUN a &&\\\nb\nCMD  c\n",
		"syntax='proto3';\nmessage A{int32 a=1;\n  string b = 2;}\n",
	} {
		for from := range uint8(6) {
			f.Add(uint8(i), []byte(src), from, from+1)
		}
	}
	f.Fuzz(func(t *testing.T, name uint8, src []byte, from, to uint8) {
		path := names[int(name)%len(names)]
		languages, err := new(builtin.Formats).For(nil, path)
		if err != nil {
			t.Fatal(err)
		}
		whole, err := languages.Format(path, src)
		if err != nil || !whole.Changed {
			return
		}
		lines := [2]int{offset(src, int(from)), offset(src, int(to))}
		got, err := languages.Ranges(path, src, whole.Text, [][2]int{lines})
		if err != nil {
			t.Fatalf("the whole result holds: %v", err)
		}
		if err := languages.Parse(path, got); err != nil {
			t.Errorf("it does not parse: %v", err)
		}
		if err := decoded.Compare(path, src, got); err != nil {
			t.Errorf("another value: %v", err)
		}
		if !isPart(src, whole.Text, got) {
			t.Errorf("other changes than the formatter's:\n%q\nof\n%q\nin\n%q", got, whole.Text, src)
		}
	})
}

// offset returns the start of a line, from 0.
func offset(text []byte, line int) int {
	at := 0
	for ; line > 0; line-- {
		next := bytes.IndexByte(text[at:], '\n')
		if next < 0 {
			return len(text)
		}
		at += next + 1
	}
	return at
}

// isPart reports whether got is src with some of the changes that make it text.
func isPart(src, text, got []byte) bool {
	ends := map[int]bool{0: true} // where the part of got so far may end
	step := func(options ...[]byte) {
		next := map[int]bool{}
		for at := range ends {
			for _, option := range options {
				if bytes.HasPrefix(got[at:], option) {
					next[at+len(option)] = true
				}
			}
		}
		ends = next
	}
	at := 0
	for _, c := range textdiff.Changes(src, text) {
		step(src[at:c.Start])
		step(src[c.Start:c.End], c.New)
		at = c.End
	}
	step(src[at:])
	return ends[len(got)]
}
