package lint

import (
	"strings"
	"sync"

	"github.com/moby/buildkit/frontend/dockerfile/shell"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// An Env is the immutable set of variables at a place in a Dockerfile, as
// BuildKit sees them: the variables that ARG and ENV set before it, in its
// stage and in the stages that it builds on, including their ONBUILDs.
//
// Values are as in a build without --build-arg.
type Env struct {
	vars *variables
	// Complete is false if there may be more variables, from an unknown base
	// image. FROM, the instructions before it, and stages that start from
	// scratch have no such image.
	Complete bool

	file *File
}

// A Variable is the known state of a variable.
type Variable struct {
	Value string
	// Set is false for an ARG that has no value without a build argument. It is
	// declared and expands to "".
	Set bool
	// Assumed is true if the value depends on the build or on the base image,
	// such as the value of TARGETPLATFORM or PATH. Value is then a possible
	// value.
	Assumed bool
}

// platforms are the variables that BuildKit predefines. They can be used in
// FROM, and in a stage after an ARG of the stage declares them. The values are
// for a build on and for the most common platform.
var platforms = map[string]string{
	"BUILDPLATFORM": "linux/amd64", "BUILDOS": "linux", "BUILDOSVERSION": "", "BUILDARCH": "amd64", "BUILDVARIANT": "",
	"TARGETPLATFORM": "linux/amd64", "TARGETOS": "linux", "TARGETOSVERSION": "", "TARGETARCH": "amd64", "TARGETVARIANT": "",
	"TARGETSTAGE": "default",
}

// predefined returns the variables of platforms.
var predefined = sync.OnceValue(func() (v *variables) {
	for name, value := range platforms {
		v = v.with(name, Variable{Value: value, Set: true, Assumed: true})
	}
	return v
})

// settings are variables that configure BuildKit and need no declaration.
var settings = []string{"BUILDKIT_SBOM_SCAN_CONTEXT", "BUILDKIT_SBOM_SCAN_STAGE"}

// linuxPath is the PATH of an image that does not set it.
const linuxPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

// ofImages returns the variables of a stage that builds on an image.
var ofImages = sync.OnceValue(func() *variables {
	v := (*variables)(nil).with("PATH", Variable{Value: linuxPath, Set: true, Assumed: true})
	for _, name := range settings {
		v = v.with(name, Variable{})
	}
	return v
})

// longest is the maximum length of a value, in bytes, that is tracked. `ENV
// A=$A$A` doubles a value with each line.
const longest = 1024

// environments are the variables at all places of a file.
type environments struct {
	global *variables // of every FROM
	at     map[*syntax.Instruction]*variables
	starts []Env // of stages, by index, before their first instruction
	ends   []Env // by index, the variables of a stage that builds on the stage
}

// Global returns the variables of every FROM.
func (f *File) Global() Env {
	if f.envs == nil {
		f.envs = &environments{at: make(map[*syntax.Instruction]*variables)}
		f.globals(f.envs)
	}
	return Env{vars: f.envs.global, Complete: true, file: f}
}

// Env returns the variables at an instruction of a stage, before the
// instruction changes any. The stage is nil before the first FROM. An
// instruction in an ONBUILD is not a place in its stage.
func (f *File) Env(s *Stage, ins *syntax.Instruction) Env {
	all := f.environments()
	switch {
	case s == nil:
		return Env{vars: all.at[ins], Complete: true, file: f}
	case ins == s.From:
		return f.Global()
	}
	return Env{vars: all.at[ins], Complete: all.starts[s.Index].Complete, file: f}
}

// environments returns the variables at all places, computed on first use.
func (f *File) environments() *environments {
	global := f.Global()
	all := f.envs
	for _, s := range f.Stages[len(all.starts):] {
		start := f.start(s, all)
		env := start
		for _, ins := range s.Instructions {
			all.at[ins] = env.vars
			env = env.after(ins, global.vars)
		}
		for _, ins := range s.Instructions {
			if ins.OnBuild != nil {
				env = env.after(ins.OnBuild, global.vars)
			}
		}
		all.starts, all.ends = append(all.starts, start), append(all.ends, env)
	}
	return all
}

// globals computes the variables of every FROM and of the instructions before
// the first.
func (f *File) globals(all *environments) {
	env := Env{vars: predefined(), Complete: true, file: f}
	for _, ins := range f.Meta {
		all.at[ins] = env.vars
		env = env.after(ins, nil)
	}
	all.global = env.vars
}

// start returns the variables at the start of a stage. Earlier stages must be
// done.
func (f *File) start(s *Stage, all *environments) Env {
	if s.Parent != nil {
		return all.ends[s.Parent.Index]
	}
	return Env{vars: ofImages(), Complete: f.BaseName(s) == Scratch, file: f}
}

// Scratch is the name of the empty image.
const Scratch = "scratch"

// BaseName returns the name of the stage or image that a stage builds on, with
// its variables expanded.
func (f *File) BaseName(s *Stage) string { return f.Global().Expand(s.Base.Value).Value }

// FromScratch reports whether a stage starts from scratch in every build,
// directly or through other stages: no build argument decides it.
func FromScratch(s *Stage) bool {
	for s.Parent != nil {
		if strings.Contains(s.Base.Value, "$") {
			return false
		}
		s = s.Parent
	}
	return s.Base.Value == Scratch
}

// after returns the variables after an instruction. An ARG without a value
// takes its value from global, which is nil before the first FROM.
func (e Env) after(ins *syntax.Instruction, global *variables) Env {
	switch ins.Name {
	case "arg":
		for _, p := range ins.Pairs {
			e = e.declared(p, global)
		}
	case "env":
		before := e
		for _, p := range ins.Pairs {
			key, value := before.Expand(p.Key.Value), before.Expand(p.Value.Value)
			e.vars = e.vars.with(key.Value, value.variable())
		}
	}
	return e
}

// declared returns the variables after one pair of an ARG.
func (e Env) declared(p syntax.Pair, global *variables) Env {
	name := p.Key.Value
	if !p.Bare {
		e.vars = e.vars.with(name, e.Expand(p.Value.Value).variable())
		return e
	}
	if v, ok := global.get(name); ok && v.Set {
		e.vars = e.vars.with(name, v)
	} else if _, ok := e.vars.get(name); !ok {
		e.vars = e.vars.with(name, Variable{})
	}
	return e
}

// Get returns a variable, and whether it is set or declared.
func (e Env) Get(name string) (Variable, bool) { return e.vars.get(name) }

// lexer returns BuildKit's word lexer.
func (f *File) lexer() *shell.Lex {
	if f.lex == nil {
		f.lex = shell.NewLex(rune(f.Escape))
	}
	return f.lex
}
