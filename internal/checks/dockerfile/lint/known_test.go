package lint_test

import (
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

func parsed(src string) *lint.File {
	return lint.Read(checks.File{Path: "Dockerfile", Content: []byte(src)}, checks.Settings{})
}

func TestKnown(t *testing.T) {
	const unknown = "?"
	tests := []struct{ name, src, word, want string }{
		{"without a variable", "FROM x\nUSER u", `a"b c"\d`, "ab cd"},
		{"a global ARG, declared in the stage", "ARG A=1\nFROM x\nARG A\nUSER u", "$A", "1"},
		{"a global ARG, not declared", "ARG A=1\nFROM x\nUSER u", "$A", unknown},
		{"an ARG without a value", "FROM x\nARG A\nUSER u", "${A}", unknown},
		{"an ARG without a value, with a default", "FROM x\nARG A\nUSER u", "${A:-3}", "3"},
		{"the base image may set it", "FROM x\nUSER u", "${A:-3}", unknown},
		{"no base image sets it", "FROM scratch\nUSER u", "${A:-3}", "3"},
		{"ENV", "FROM x\nENV A=1\nUSER u", "$A-x", "1-x"},
		{"ENV with an unknown value", "FROM x\nENV A=$B\nUSER u", "$A", unknown},
		{"from the parent stage", "FROM x AS a\nENV A=1\nFROM a\nUSER u", "$A", "1"},
		{"set by the machine", "FROM x\nARG TARGETARCH\nUSER u", "a-$TARGETARCH", unknown},
		{"quoted, so not a variable", "FROM x\nUSER u", `'$A'\$B`, "$A$B"},
		{"NUL", "FROM x\nUSER u", "$A\x00", unknown},
		{"invalid UTF-8", "FROM x\nUSER u", "\"\xff\"", unknown},
		{"syntax error", "FROM x\nUSER u", "${A", unknown},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := parsed(test.src)
			last := f.Stages[len(f.Stages)-1]
			got, known := f.Env(last, last.Last("user")).Known(test.word)
			if !known {
				got = unknown
			}
			if got != test.want {
				t.Errorf("%q is %q, want %q", test.word, got, test.want)
			}
		})
	}
}

func TestFromImage(t *testing.T) {
	tests := []struct {
		src  string
		want lint.Image
		none bool
	}{
		{src: "FROM debian", want: lint.Image{Name: "debian"}},
		{src: "FROM library/debian:12@sha256:ab AS x", want: lint.Image{Name: "library/debian", Tag: "12", Digest: "sha256:ab"}},
		{src: "FROM localhost:5000/x", want: lint.Image{Registry: "localhost:5000", Name: "x"}},
		{src: "FROM localhost/x/y:1", want: lint.Image{Registry: "localhost", Name: "x/y", Tag: "1"}},
		{src: "ARG R=ghcr.io\nFROM $R/a/b@sha256:ab", want: lint.Image{Registry: "ghcr.io", Name: "a/b", Digest: "sha256:ab"}},
		{src: "ARG T\nFROM debian:${T:-latest}", want: lint.Image{Name: "debian", Tag: "latest"}},
		{src: "ARG T\nFROM debian:$T", want: lint.Image{Name: "debian", Tag: "$T"}},
		{src: "FROM $R/debian", want: lint.Image{Name: "$R/debian"}},
		{src: "FROM scratch", none: true},
		{src: "FROM", none: true},
		{src: "FROM x AS a\nFROM A", none: true},
		{src: "ARG V=1\nFROM x AS a1\nFROM a$V", none: true},
	}
	for _, test := range tests {
		f := parsed(test.src)
		got, ok := f.FromImage(f.Stages[len(f.Stages)-1])
		if got != test.want || ok == test.none {
			t.Errorf("%q begins from %+v, %t, want %+v", test.src, got, ok, test.want)
		}
	}
}
