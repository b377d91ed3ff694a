package objective

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"

	shellsyntax "mvdan.cc/sh/v3/syntax"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/formatting/shell"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
)

var oneDownloader = &Objective{
	ID: "one-downloader", Version: 3, Priority: 120,
	Rules: []string{"hadolint/DL4001"},
	Read: func(r *Request) (*Task, error) {
		_, evidence, err := readDockerfile(r)
		if err != nil {
			return nil, err
		}
		return &Task{
			Goal: "A stage of this Dockerfile downloads with both wget and curl. In each stage, keep the tool of first_download in the evidence, " +
				"rewrite the calls of other_download for it, and no longer install the other tool.",
			Constraints: []string{
				"Rewrite each command in its place, one command for one, with the same URLs, output files, headers, user agent and credentials.",
				"A download must fail where it failed before: with curl, that needs --fail. Follow redirects as before: with curl, that needs --location.",
				"Flags that both programs have may be used: output, headers, user agent, user, continuation, TLS, certificates; and messages, retries and time limits as you like.",
				"The package of the other tool may go from the commands that install it, if nothing in the file uses the tool then. " +
					"Where a RUN installs nothing else, its update and cleaning of package lists may go too, or all of the RUN.",
				"Everything else stays as it is: other instructions, other commands and their order, &&, pipes, variables, and the commands of the tool that stays.",
				"Keep comments, except the ones of instructions that change.",
				aroundInstructions,
			},
			Evidence: evidence,
			Decline:  "A flag of one program has no equal in the other, or a script that is not shown may need the program.",
			Example: Example{
				Before: "RUN curl -fsSLO https://example.com/a && wget -q https://example.com/b\n",
				After:  "RUN curl -fsSLO https://example.com/a && curl -fsSLO https://example.com/b\n",
			},
		}, nil
	},
	Checks: []Check{
		{ID: "one-downloader", Run: oneTool},
		{ID: "same-downloads", Run: sameDownloads},
	},
}

func downloads(c *lint.Command) bool { return c.Name == "curl" || c.Name == "wget" }

// firstTools returns the first download program of each stage, by the number of
// the stage, and the commands that use another one.
func firstTools(f *lint.File) (first map[int]string, second map[int][]*lint.Command) {
	first, second = map[int]string{}, map[int][]*lint.Command{}
	commands(f, func(s *lint.Stage, ins *syntax.Instruction, c *lint.Command) {
		if s == nil || !downloads(c) || lint.Inner(ins).Name != "run" {
			return
		}
		switch first[s.Index] {
		case "":
			first[s.Index] = c.Name
		case c.Name:
		default:
			second[s.Index] = append(second[s.Index], c)
		}
	})
	return first, second
}

// oneTool returns an issue for each command of a second download program, and
// for each stage that now uses the other one.
func oneTool(c *Change) []Issue {
	var issues []Issue
	before, _ := firstTools(c.before())
	after, second := firstTools(c.after())
	for _, commands := range second {
		for _, command := range commands {
			issues = append(issues, Issue{Line: command.Script.Ins.Line, Message: "the stage still downloads with " + command.Name + " too"})
		}
	}
	for stage, tool := range before {
		if now := after[stage]; now != tool && now != "" {
			issues = append(issues, Issue{Message: fmt.Sprintf("stage %d downloads with %s now; keep %s", stage, now, tool)})
		}
	}
	slices.SortStableFunc(issues, func(a, b Issue) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), strings.Compare(a.Message, b.Message))
	})
	return issues
}

// sameDownloads compares the instructions, which are the same except for
// downloads with the other program and for its package.
func sameDownloads(c *Change) []Issue {
	first, second := firstTools(c.before())
	after := stepsOf(c.after())
	var changed []*syntax.Instruction
	pairs := pairing{}
	left := map[int]string{} // tools whose package is gone, by stage
	for _, was := range stepsOf(c.before()) {
		if len(after) > 0 && was.same(after[0]) {
			after, pairs[was.ins] = after[1:], after[0].ins
			continue
		}
		if was.stage == nil || was.ins.Name != "run" || len(second[was.stage.Index]) == 0 {
			return differs(was, after)
		}
		r := &rewriting{tool: first[was.stage.Index]}
		r.other = map[string]string{"curl": "wget", "wget": "curl"}[r.tool]
		changed = append(changed, was.ins)
		switch {
		case len(after) > 0 && r.accepts(was, after[0]):
			after, pairs[was.ins] = after[1:], after[0].ins
		case r.issue != "":
			return []Issue{{Line: after[0].ins.Line, Message: r.issue}}
		case !r.onlyInstalls(was):
			return differs(was, after)
		}
		if r.left {
			left[was.stage.Index] = r.other
		}
	}
	if len(after) > 0 {
		return []Issue{{Line: after[0].ins.Line, Message: "the change adds an instruction"}}
	}
	var issues []Issue
	for s, ins := range c.after().All {
		for ; s != nil; s = s.Parent {
			if tool := left[s.Index]; tool != "" && ins.Name != "label" && mentions(textOf(c.after(), ins), tool) {
				issues = append(issues, Issue{Line: ins.Line, Message: "the instruction still names " + tool + ", so keep its package"})
			}
		}
	}
	return append(issues, keepComments(c, pairs, changed)...)
}

// mentions reports whether a text has the name of a program as a word, such as
// in `xargs wget`.
func mentions(text, tool string) bool {
	return slices.Contains(strings.FieldsFunc(text, func(r rune) bool {
		return r != '-' && r != '.' && r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}), tool)
}

func differs(was step, after []step) []Issue {
	issue := Issue{Message: "the " + was.summary() + " changed more than downloads and the package of the other tool, or is gone"}
	if len(after) > 0 {
		issue.Line = after[0].ins.Line
	}
	return []Issue{issue}
}

// A rewriting compares RUNs of a stage that had two download programs.
type rewriting struct {
	tool, other   string // the program that stays, and the one that goes
	before, after map[*shellsyntax.Stmt]*lint.Command
	quiet         bool   // the second RUN installs nothing
	left          bool   // a package of the other program is gone
	issue         string // the reason of a difference, if there is a better one than that there is one
}

// accepts reports whether a RUN is another with other downloads.
func (r *rewriting) accepts(was, is step) bool {
	if !was.sameForm(is) || !slices.EqualFunc(was.ins.Flags, is.ins.Flags, sameFlag) {
		return false
	}
	before, after := was.script(), is.script()
	if was.ins.JSON {
		if len(before.Commands) != 1 || len(after.Commands) != 1 {
			return false
		}
		one, known := readTransfer(before.Commands[0])
		two, too := readTransfer(after.Commands[0])
		return known && too && reflect.DeepEqual(one.effect, two.effect) && r.download(before.Commands[0], after.Commands[0])
	}
	if before.Tree == nil || after.Tree == nil {
		return false
	}
	r.before, r.after, r.quiet = byStatement(before), byStatement(after), true
	for _, c := range after.Commands {
		if op := packages.Of(c, systems...); op != nil && op.Action == packages.Install {
			r.quiet = false
		}
	}
	rest := chainsOf(after.Tree)
	for _, chain := range chainsOf(before.Tree) {
		switch {
		case len(rest) > 0 && r.sameChain(chain, rest[0]):
			rest = rest[1:]
		case r.issue != "" || slices.ContainsFunc(chain, func(s *shellsyntax.Stmt) bool { return !r.mayGo(r.before[s]) }):
			return false
		default:
			r.left = true
		}
	}
	return len(rest) == 0
}

// onlyInstalls reports whether a RUN may go, since it installs the other
// program and nothing else.
func (r *rewriting) onlyInstalls(was step) bool {
	script := was.script()
	if was.ins.JSON || script.Tree == nil || len(was.ins.Heredocs) > 0 {
		return false
	}
	r.before, r.quiet, r.left = byStatement(script), true, true
	installs := false
	for _, chain := range chainsOf(script.Tree) {
		for _, s := range chain {
			if !r.mayGo(r.before[s]) {
				return false
			}
			installs = installs || r.isOther(r.before[s])
		}
	}
	return installs
}

func byStatement(s *lint.Script) map[*shellsyntax.Stmt]*lint.Command {
	all := map[*shellsyntax.Stmt]*lint.Command{}
	for _, c := range s.Commands {
		all[c.Stmt] = c
	}
	return all
}

// chainsOf returns the statements of a script, each as the list of A && B && C.
func chainsOf(tree *shellsyntax.File) [][]*shellsyntax.Stmt {
	var flat func(s *shellsyntax.Stmt) []*shellsyntax.Stmt
	flat = func(s *shellsyntax.Stmt) []*shellsyntax.Stmt {
		if and, ok := s.Cmd.(*shellsyntax.BinaryCmd); ok && and.Op == shellsyntax.AndStmt && simple(s) && len(s.Redirs) == 0 {
			return append(flat(and.X), flat(and.Y)...)
		}
		return []*shellsyntax.Stmt{s}
	}
	var all [][]*shellsyntax.Stmt
	for _, s := range tree.Stmts {
		all = append(all, flat(s))
	}
	return all
}

// sameChain compares two chains. The second one may lack statements that may
// go.
func (r *rewriting) sameChain(before, after []*shellsyntax.Stmt) bool {
	var gone bool
	for _, s := range before {
		switch {
		case len(after) > 0 && r.same(s, after[0]):
			after = after[1:]
		case r.issue != "" || !r.mayGo(r.before[s]):
			return false
		default:
			gone = true
		}
	}
	r.left = r.left || gone && len(after) == 0
	return len(after) == 0
}

// same compares two statements, with the downloads and installations in them.
func (r *rewriting) same(before, after *shellsyntax.Stmt) bool {
	var was, is []*shellsyntax.Stmt
	if !shell.Same(before, after, func(s *shellsyntax.Stmt) any {
		if c := r.before[s]; c != nil {
			return r.read(s, c, &was)
		}
		if c := r.after[s]; c != nil {
			return r.read(s, c, &is)
		}
		return s
	}) || len(was) != len(is) {
		return false
	}
	for i := range was {
		if !r.pair(r.before[was[i]], r.after[is[i]]) {
			return false
		}
	}
	return true
}

// A transferring statement is a download without its layout and spelling.
type transferring struct {
	Effect  effect
	Assigns []*shellsyntax.Assign
	Redirs  []*shellsyntax.Redirect
	Modes   []bool
}

// An installing statement is the command of a package manager, without the
// package of the other program.
type installing struct {
	Words   []string
	Assigns []*shellsyntax.Assign
	Redirs  []*shellsyntax.Redirect
	Modes   []bool
}

// read returns the value to compare in place of a statement, and adds the ones
// that it reads to list.
func (r *rewriting) read(s *shellsyntax.Stmt, c *lint.Command, list *[]*shellsyntax.Stmt) any {
	modes := []bool{s.Negated, s.Background, s.Coprocess, s.Disown}
	if t, ok := readTransfer(c); ok {
		*list = append(*list, s)
		redirs := s.Redirs
		if len(redirs) == 1 && len(t.Outputs) == 1 && t.Outputs[0] == "" && redirs[0].Op == shellsyntax.RdrOut && redirs[0].N == nil {
			if file, static := shell.Static(redirs[0].Word); static {
				t.Outputs[0], redirs = toFile(file), nil
			}
		}
		return transferring{t.effect, c.Call.Assigns, redirs, modes}
	}
	if op := operation(c); op != nil {
		*list = append(*list, s)
		var words []string
		for _, arg := range slices.Concat(c.Before, []lint.Arg{c.Word}, c.Args) {
			if !r.names(op, arg) {
				words = append(words, rendered(c, arg))
			}
		}
		return installing{words, c.Call.Assigns, s.Redirs, modes}
	}
	return s
}

// operation returns the installation or removal of packages of a system that a
// command is, or nil.
func operation(c *lint.Command) *packages.Operation {
	op := packages.Of(c, systems...)
	if op == nil || op.Action != packages.Install && op.Action != packages.Remove || c.Word.Value != c.Name {
		return nil
	}
	return op
}

// names reports whether an argument of an operation is the package of the other
// program.
func (r *rewriting) names(op *packages.Operation, arg lint.Arg) bool {
	for _, p := range op.Packages {
		if p.Arg == arg && p.Kind == packages.Named && p.Name == r.other {
			return true
		}
	}
	return op.Action == packages.Remove && slices.Contains(op.Operands, arg) && arg.Is(r.other)
}

// count returns how often an operation names the package of the other program,
// and how many packages it names.
func (r *rewriting) count(op *packages.Operation) (other, all int) {
	for _, arg := range op.Operands {
		if r.names(op, arg) {
			other++
		}
	}
	return other, len(op.Operands)
}

// pair compares what read leaves out of two statements.
func (r *rewriting) pair(was, is *lint.Command) bool {
	if op := operation(was); op != nil {
		before, _ := r.count(op)
		after, _ := r.count(operation(is))
		r.left = r.left || after < before
		return after <= before
	}
	return r.download(was, is)
}

// download reports whether a download is the same with the program that stays.
func (r *rewriting) download(was, is *lint.Command) bool {
	before, known := readTransfer(was)
	after, too := readTransfer(is)
	switch {
	case !known || !too:
		return false
	case before.tool == after.tool:
		return slices.Equal(before.words, after.words)
	case before.tool != r.other || after.tool != r.tool:
		return false
	case before.fails && !after.fails:
		r.issue = "this curl needs --fail: wget fails if the server answers with an error"
	case before.follow && !after.follow:
		r.issue = "this curl needs --location: wget follows redirects"
	}
	return r.issue == ""
}

// isOther reports whether a command installs or removes the other program and
// nothing else.
func (r *rewriting) isOther(c *lint.Command) bool {
	if c == nil || !simple(c.Stmt) || operation(c) == nil {
		return false
	}
	other, all := r.count(operation(c))
	return all > 0 && other == all
}

// listFolders are the folders of package lists.
var listFolders = []string{"/var/lib/apt/lists/*", "/var/lib/apt/lists", "/var/cache/apt/*", "/var/cache/apt/archives/*", "/var/cache/apk/*", "/var/cache/yum", "/var/cache/yum/*", "/var/cache/dnf", "/var/cache/dnf/*"}

// mayGo reports whether a command of the script before may be gone: it installs
// or removes the other program alone, or takes care of package lists where
// nothing is installed now.
func (r *rewriting) mayGo(c *lint.Command) bool {
	switch {
	case r.isOther(c):
		return true
	case c == nil || !simple(c.Stmt) || !r.quiet || len(c.Stmt.Redirs) > 0:
		return false
	case c.Name == "rm":
		return !slices.ContainsFunc(c.Args, func(a lint.Arg) bool { return !a.Is("-r", "-f", "-rf", "-fr") && !a.Is(listFolders...) })
	}
	op := packages.Of(c, systems...)
	return op != nil && (op.Action == packages.Update || op.Action == packages.Clean)
}
