package objective

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/formatting/shell"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

// A step is an instruction of a file, with its stage, which is nil before the
// first FROM.
type step struct {
	file  *lint.File
	stage *lint.Stage
	ins   *syntax.Instruction
}

func stepsOf(f *lint.File) []step {
	var all []step
	for s, ins := range f.All {
		all = append(all, step{f, s, ins})
	}
	return all
}

func (a step) script() *lint.Script { return a.file.Script(a.stage, a.ins) }

// same reports whether two instructions are equal except for their layout.
func (a step) same(b step) bool {
	x, y := lint.Inner(a.ins), lint.Inner(b.ins)
	return slices.EqualFunc(x.Flags, y.Flags, sameFlag) && a.sameArguments(b)
}

// sameArguments is same, without the flags.
func (a step) sameArguments(b step) bool {
	if !a.sameForm(b) {
		return false
	}
	x, y := lint.Inner(a.ins), lint.Inner(b.ins)
	if a.sameDocuments(b) && slices.EqualFunc(x.Words, y.Words, sameWord) && slices.EqualFunc(x.Pairs, y.Pairs, samePair) &&
		(len(x.Words)+len(x.Pairs) > 0 || x.Args.Value == y.Args.Value) {
		return true
	}
	before, after := a.script().Tree, b.script().Tree
	return before != nil && after != nil && shell.Same(before, after, nil)
}

// sameForm reports whether two instructions have one name, one form, and
// here-documents that are read in one way.
func (a step) sameForm(b step) bool {
	x, y := lint.Inner(a.ins), lint.Inner(b.ins)
	return a.ins.Name == b.ins.Name && x.Name == y.Name && x.JSON == y.JSON && strings.EqualFold(x.Type.Value, y.Type.Value) &&
		slices.EqualFunc(a.ins.Heredocs, b.ins.Heredocs, func(h, k syntax.Heredoc) bool {
			return h.Name == k.Name && h.FD == k.FD && h.Chomp == k.Chomp && h.Plain == k.Plain
		}) && interpreterOf(a.script()) == interpreterOf(b.script())
}

// interpreterOf returns the #! line of a script.
func interpreterOf(s *lint.Script) string {
	if line, _, _ := strings.Cut(s.Source, "\n"); strings.HasPrefix(line, "#!") {
		return line
	}
	return ""
}

// sameDocuments reports whether two instructions have here-documents of the
// same text.
func (a step) sameDocuments(b step) bool {
	return slices.EqualFunc(a.ins.Heredocs, b.ins.Heredocs, func(h, k syntax.Heredoc) bool {
		return a.file.Source[h.Body:h.BodyEnd] == b.file.Source[k.Body:k.BodyEnd]
	})
}

func sameFlag(a, b syntax.Flag) bool { return a.Value == b.Value && a.Bare == b.Bare }
func sameWord(a, b syntax.Word) bool { return a.Value == b.Value }

func samePair(a, b syntax.Pair) bool {
	return a.Key.Value == b.Key.Value && a.Value.Value == b.Value.Value && a.Legacy == b.Legacy && a.Bare == b.Bare
}

// A pairing has the instructions of the changed file, by the ones before that
// they are.
type pairing map[*syntax.Instruction]*syntax.Instruction

// keepComments returns an issue for a comment that is gone, or is at another
// instruction now: some comments are about the next instruction. Comments
// within and above an instruction that changed may go.
func keepComments(c *Change, pairs pairing, changed []*syntax.Instruction) []Issue {
	before, after := c.before(), c.after()
	free := map[int]bool{}
	for _, ins := range changed {
		for _, i := range ins.Comments {
			free[i] = true
		}
		for i, comment := range before.Comments {
			if ins.Start <= comment.Start && comment.End <= ins.End {
				free[i] = true
			}
		}
	}
	type placed struct {
		text string
		at   *syntax.Instruction // nil: at the end
	}
	left := map[placed]int{}
	for _, comment := range after.Comments {
		left[placed{comment.Text, nextTo(after, comment, nil)}]++
	}
	for i, comment := range before.Comments {
		at := placed{comment.Text, pairs[nextTo(before, comment, pairs)]}
		if left[at]--; left[at] < 0 && !free[i] {
			return []Issue{{Message: fmt.Sprintf("the comment of line %d changed, moved or is gone; keep it", comment.Line)}}
		}
	}
	return nil
}

// nextTo returns the instruction that has a comment, or the next one that is in
// pairs, if they are not nil.
func nextTo(f *lint.File, comment syntax.Comment, pairs pairing) *syntax.Instruction {
	for _, ins := range f.Instructions {
		if comment.Start < ins.End && (pairs == nil || pairs[ins] != nil) {
			return ins
		}
	}
	return nil
}

// summary returns an instruction in a few words, for messages.
func (a step) summary() string {
	return strings.ToUpper(a.ins.Name) + " of line " + fmt.Sprint(a.ins.Line)
}
