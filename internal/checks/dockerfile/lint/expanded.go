package lint

import (
	"strings"

	"github.com/moby/buildkit/frontend/dockerfile/parser"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// An Expandable is a text of an instruction in which BuildKit expands
// variables.
type Expandable struct {
	Text string
	Env  Env
	Raw  bool // in a here-document, where quotes have no meaning

	ins   *syntax.Instruction
	word  syntax.Word
	exact bool // Text is the word as written in the file
	body  int  // offset of the here-document in the file
}

// Expand expands the text.
func (x *Expandable) Expand() Expansion {
	if x.Raw {
		return x.Env.ExpandRaw(x.Text)
	}
	return x.Env.Expand(x.Text)
}

// Span returns the span in the file of a span of the text, or of the whole word
// if the two are written differently.
func (x *Expandable) Span(start, end int) Span {
	switch {
	case x.Raw:
		return Span{Start: x.body + start, End: x.body + end}
	case x.exact:
		return x.ins.Text.Span(x.word.Start+start, x.word.Start+end)
	}
	return Words(x.ins, x.word)
}

// Expandables yields the texts of an instruction of a stage in which BuildKit
// expands variables and warns about undefined ones. These exclude CMD,
// ENTRYPOINT, HEALTHCHECK, SHELL, MAINTAINER, the script of RUN, and ONBUILD
// before it is triggered.
func (f *File) Expandables(s *Stage, ins *syntax.Instruction) func(yield func(*Expandable) bool) {
	return func(yield func(*Expandable) bool) {
		env := f.Env(s, ins)
		all := &expander{ins: ins, env: env, yield: yield}
		switch ins.Name {
		case "arg":
			for _, p := range ins.Pairs {
				all.env = env
				all.add(p.Value)
				env = env.declared(p, f.environments().global)
			}
		case "env", "label":
			for _, p := range ins.Pairs {
				all.add(p.Key)
				all.add(p.Value)
			}
		case "add", "copy":
			all.flags("chown", "chmod", "checksum")
			all.words()
			all.heredocs(f)
		case "run":
			all.mounts()
		case "user", "volume", "stopsignal", "workdir":
			all.words()
		}
	}
}

// An expander yields the texts of one instruction until yield returns false.
type expander struct {
	ins     *syntax.Instruction
	env     Env
	yield   func(*Expandable) bool
	stopped bool
}

func (e *expander) give(x Expandable) {
	if !e.stopped && strings.Contains(x.Text, "$") {
		x.Env, x.ins = e.env, e.ins
		e.stopped = !e.yield(&x)
	}
}

func (e *expander) add(w syntax.Word) {
	e.give(Expandable{Text: w.Value, word: w, exact: !e.ins.JSON && w.End-w.Start == len(w.Value)})
}

func (e *expander) words() {
	for _, w := range e.ins.Words {
		if !strings.Contains(w.Value, "<<") || parser.MustParseHeredoc(syntax.Lexable(w.Value)) == nil {
			e.add(w)
		}
	}
}

func (e *expander) flags(names ...string) {
	for _, flag := range e.ins.Flags {
		for _, name := range names {
			if flag.Name == name {
				e.give(Expandable{Text: flag.Arg, word: flag.Word})
			}
		}
	}
}

// mounts yields the values of the mounts of a RUN.
func (e *expander) mounts() {
	for _, flag := range e.ins.Flags {
		if flag.Name != "mount" {
			continue
		}
		for _, field := range mountFields(flag.Arg) {
			_, value, _ := strings.Cut(field, "=")
			e.give(Expandable{Text: value, word: flag.Word})
		}
	}
}

func (e *expander) heredocs(f *File) {
	for _, h := range e.ins.Heredocs {
		if !h.Plain {
			e.give(Expandable{Text: f.Source[h.Body:h.BodyEnd], Raw: true, body: h.Body})
		}
	}
}
