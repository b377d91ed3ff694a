package split

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// A step is a command of a RUN, a COPY or an ADD.
type step struct {
	stage *lint.Stage
	ins   *syntax.Instruction
	line  int
	text  string // without packages, see packages; of a COPY and an ADD, all of it

	place
	unread      []string          // variables that it does not need
	setup       []string          // the commands before it in its script that change its shell
	idle        []string          // such commands, with variables that it does not read
	assigns     []string          // the ones of setup that only assign variables
	sourced     []string          // the ones of setup that may do anything, such as eval
	flags       string            // of the RUN, without caches
	variables   map[string]string // that they assign
	looseSetup  bool              // the failure of one of them does not stop the build
	ignored     bool              // its failure does not stop the build
	regardless  bool              // it runs although the command before it failed
	packages    []string          // that it installs by name
	group       string            // the name of these packages for apk; "": they have none
	wider       string            // text without the flags that leave out packages for development; "": it has none
	dispensable bool              // it only removes packages, lists and caches, or prints
	anywhere    bool              // it has the same effect in any folder
	stateless   bool              // so it has, without the variables that its RUN set

	script *element // of a RUN
}

// A place is the circumstances of a step.
type place struct {
	user, shell string            // as set in the file
	written     string            // the folder, as set in the file; clean
	dir         string            // likewise, but expanded
	folder      string            // dir with the values of all of its variables; "": unknown
	env         map[string]string // of ENV and ARG, as written; never changed
	vars        map[string]string // likewise, but expanded
	gopath      string            // GOPATH of the base image; "": it has none
}

// A value is an instruction without a step, or a part of one.
type value struct {
	stage *lint.Stage
	line  int
	name  string // the keyword
	text  string

	expanded string
}

// A reading is the content of a stage, with the stages that it is based on.
type reading struct {
	place
	unread  []string // variables that no command needs
	folders []string // the known values of folder, in order
	steps   []step
	values  []value
}

func read(f *lint.File, s *lint.Stage, unread []string) *reading {
	var stages []*lint.Stage
	for at := s; at != nil; at = at.Parent {
		stages = append(stages, at)
	}
	base := f.Base(s)
	r := &reading{place: place{folder: base.Workdir, gopath: base.GoPath}, unread: unread, folders: []string{base.Workdir}}
	for _, stage := range slices.Backward(stages) {
		for _, ins := range stage.Instructions {
			r.add(f, stage, ins)
		}
	}
	return r
}

// readLast reads the last stage.
func readLast(f *lint.File) *reading { return read(f, f.Stages[len(f.Stages)-1], nil) }

func (r *reading) add(f *lint.File, s *lint.Stage, ins *syntax.Instruction) {
	switch ins.Name {
	case "run":
		r.run(f, f.Script(s, ins), step{stage: s, ins: ins, line: ins.Line, place: r.place, unread: r.unread})
		return
	case "copy", "add":
		r.steps = append(r.steps, step{stage: s, ins: ins, line: ins.Line, place: r.place, unread: r.unread, text: r.textOf(f, ins)})
		return
	case "workdir":
		r.enter(known(f, s, ins, ins.Args.Value))
	}
	for _, v := range r.change(f, ins) {
		v.stage, v.line, v.name = s, ins.Line, ins.Keyword.Value
		r.values = append(r.values, v)
	}
}

// known returns a word of an instruction with the values of its variables, and
// whether all of them are known: the ones of the file, and GOPATH of the base.
func known(f *lint.File, s *lint.Stage, ins *syntax.Instruction, word string) (string, bool) {
	env := f.Env(s, ins)
	if _, declared := env.Get("GOPATH"); !declared && !strings.ContainsAny(word, `\'`) {
		if gopath := f.Base(s).GoPath; gopath != "" {
			word = gopathForm().ReplaceAllString(word, gopath)
		}
	}
	return env.Known(word)
}

var gopathForm = lazyregexp.New(`\$(?:GOPATH\b|\{GOPATH\})`)

// enter changes the folder by the value of a WORKDIR.
func (r *reading) enter(arg string, known bool) {
	switch {
	case !known:
		r.folder = ""
	case path.IsAbs(arg):
		r.folder = path.Clean(arg)
	case r.folder != "":
		r.folder = path.Join(r.folder, arg)
	}
	r.folders = append(r.folders, r.folder)
}

// none is the value of a variable without one.
const none = "\x00none"

// change changes the place by an instruction, and returns its values in a form
// that two equal instructions have in common.
func (r *reading) change(f *lint.File, ins *syntax.Instruction) []value {
	var all []value
	add := func(name, text, expanded string) {
		all = append(all, value{text: name + text, expanded: name + expanded})
	}
	switch ins.Name {
	case "env", "arg", "label":
		env, vars := map[string]string{}, map[string]string{}
		maps.Copy(env, r.env)
		maps.Copy(vars, r.vars)
		for i := range ins.Pairs {
			p := &ins.Pairs[i]
			key, text := ins.Name+" "+lint.Unquote(p.Key.Value), lint.Unquote(p.Value.Value)
			expanded := r.expand(p.Value.Value)
			if p.Bare {
				global, _ := f.Global().Get(p.Key.Value)
				text, expanded = none, none+global.Value
			}
			if ins.Name != "label" {
				env[key], vars[key] = text, expanded
			}
			add(key+"=", text, expanded)
		}
		r.env, r.vars = env, vars
		return all
	case "expose", "volume":
		for _, w := range ins.Words {
			add(ins.Name+" ", w.Value, r.expand(w.Value))
		}
		return all
	case "workdir":
		r.written, r.dir = enter(r.written, ins.Args.Value), enter(r.dir, r.expand(ins.Args.Value))
		add("workdir ", r.written, r.dir)
		return all
	case "user":
		r.user = ins.Args.Value
	case "shell":
		r.shell = wordsOf(ins)
	}
	text := ins.Name
	for i := range ins.Flags {
		text += " " + ins.Flags[i].Value
	}
	arguments := ins.Type.Value + wordsOf(ins)
	if ins.Name == "user" || ins.Name == "stopsignal" {
		add(text+" ", arguments, r.expand(arguments))
	} else {
		add(text+" ", arguments, arguments)
	}
	return all
}

// wordsOf returns the arguments of an instruction in a form that two equal ones
// have in common.
func wordsOf(ins *syntax.Instruction) string {
	if !ins.JSON {
		return ins.Args.Value
	}
	var words []string
	for _, w := range ins.Words {
		words = append(words, w.Value)
	}
	return fmt.Sprintf("%q", words)
}

// textOf returns an instruction with its flags, expanded words and here-documents,
// without the flags of some names.
func (p *place) textOf(f *lint.File, ins *syntax.Instruction, without ...string) string {
	text := fmt.Sprintf("%s %q %q", ins.Name, flagsBut(ins, without), p.words(ins))
	for _, doc := range ins.Heredocs {
		text += "\n" + f.Source[doc.Body:doc.BodyEnd]
	}
	return text
}

// words returns the expanded words of an instruction.
func (p *place) words(ins *syntax.Instruction) []string {
	var words []string
	for _, w := range ins.Words {
		words = append(words, p.inBase(p.expand(w.Value)))
	}
	return words
}

// enter returns the folder after a WORKDIR. A relative one without one before
// is relative to the folder of the base image.
func enter(dir, arg string) string {
	arg = lint.Unquote(arg)
	if path.IsAbs(arg) || strings.HasPrefix(arg, "$") {
		return path.Clean(arg)
	}
	return path.Join(dir, arg)
}

// same reports whether a step is an old one, with the same packages or fewer.
func (s *step) same(old *step) bool { return s.text == old.text && s.difference(old) == "" }

// installsPart reports whether a step is an old installation without the packages
// for development.
func (s *step) installsPart(old *step) bool {
	return s.wider != "" && s.wider == old.text && s.difference(old) == ""
}

// difference returns the way in which a step with the text of an old one
// differs, or "".
func (s *step) difference(old *step) string {
	switch {
	case !s.isIn(old) && !(s.enters() && slices.Equal(s.setup, old.setup)) && !old.anywhere && !(s.anywhere && old.stateless) && !(s.dir == "" && len(s.setup) == 0 && old.script.installsPrograms()):
		if s.written == old.written {
			return "its WORKDIR has other variables; repeat their ENV and ARG before it"
		}
		return "the working folder is another one"
	case s.user != old.user:
		return "the user is another one"
	case s.shell != old.shell:
		return "the shell is another one"
	case s.group != "" && s.group != old.group:
		return "the name of its packages is another one"
	case s.flags != old.flags:
		return "the RUN has other flags"
	case !slices.Equal(s.setup, old.setup) && !(s.anywhere && (old.stateless || s.script.op != nil && slices.Equal(s.setup, old.effects()))):
		return "other commands before it in its RUN change its shell, such as cd, set and export"
	case s.ignored && !old.ignored, s.looseSetup && !old.looseSetup:
		return "its failure no longer stops the build; join the commands with &&"
	case s.regardless && !old.regardless:
		return "it runs although the command before it failed; join them with &&"
	}
	if i := slices.IndexFunc(s.packages, func(name string) bool { return !slices.Contains(old.packages, name) }); i >= 0 {
		return "the file did not install " + s.packages[i] + " there"
	}
	readsNone := s.anywhere && !strings.Contains(s.text, "$")
	if readsNone && s.script.op == nil {
		return ""
	}
	return s.otherVariables(old, readsNone)
}

// otherVariables returns the ENV and ARG that a step lacks, or has in addition to
// an old one, if it may depend on them. A step that reads none may lack all.
func (s *step) otherVariables(old *step, readsNone bool) string {
	var absent []string
	for _, name := range slices.Sorted(maps.Keys(old.env)) {
		if _, set := s.env[name]; set && !s.sameValue(&old.place, name) && (s.script != nil || strings.Contains(s.text, "$")) || !set && !readsNone && old.reads(name[len("env "):], old.env[name], old.vars) {
			absent = append(absent, strings.ToUpper(name[:3])+name[3:])
		}
	}
	if len(absent) > 0 {
		return "repeat " + strings.Join(absent, ", ") + " before it, as before"
	}
	if s.script != nil && !s.anywhere {
		for _, name := range slices.Sorted(maps.Keys(s.env)) {
			if _, had := old.env[name]; !had && s.reads(name[len("env "):], s.env[name], s.vars) {
				return strings.ToUpper(name[:3]) + name[3:] + " was not before it; put it after it"
			}
		}
	}
	return ""
}

// commonPackages returns the number of packages that a step and an old one
// install.
func (s *step) commonPackages(old *step) int {
	count := 0
	for _, name := range s.packages {
		if slices.Contains(old.packages, name) {
			count++
		}
	}
	return count
}

// isIn reports whether a step is in the folder of an old one, or a COPY or ADD
// whose target is absolute.
func (s *step) isIn(old *step) bool {
	if s.dir == old.dir || s.folder != "" && s.folder == old.folder {
		return true
	}
	words := s.ins.Words
	return s.script == nil && len(words) > 0 && strings.HasPrefix(words[len(words)-1].Value, "/")
}

// effects returns the commands before a step without assignments. A package
// manager does not need variables that are not in its words.
func (s *step) effects() []string {
	return slices.DeleteFunc(slices.Clone(s.setup), func(command string) bool { return slices.Contains(s.assigns, command) })
}

// name returns a step for messages.
func (s *step) name() string {
	if s.script == nil {
		return "the " + strings.ToUpper(s.ins.Name)
	}
	return "the command " + s.script.title()
}
