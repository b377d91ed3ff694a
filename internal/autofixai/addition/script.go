package addition

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/rules-autofix/rules_autofix/formatting/shell"
)

// A script has the commands of a shell script.
type script struct {
	shebang  string
	commands []command
	comments map[string]int
	others   map[string]int  // redirections, pipes, functions and assignments
	kinds    map[string]int  // of compound commands
	names    map[string]bool // of variables
}

// A command is a simple command.
type command struct {
	name      string // "": not known before it runs
	words     []string
	first     int // line
	last      int
	contained bool   // its output goes to a command, a file or a word
	always    bool   // no condition decides whether it runs
	place     string // in the commands around it
}

func (c *command) String() string { return strings.Join(c.words, " ") }

// within reports whether one of some lines has a part of a command.
func (c *command) within(l Lines) bool { return l == Lines{} || c.first <= l.Last && l.First <= c.last }

// same reports whether two commands have the same words and conditions.
func (c *command) same(other command) bool {
	return c.place == other.place && c.String() == other.String()
}

func readScript(text []byte) (*script, error) {
	file, err := shell.Tree(text, syntax.LangBash)
	if err != nil {
		return nil, err
	}
	s := &script{comments: map[string]int{}, others: map[string]int{}, kinds: map[string]int{}, names: map[string]bool{}}
	if bytes.HasPrefix(text, []byte("#!")) {
		first, _, _ := bytes.Cut(text, []byte("\n"))
		s.shebang = string(first)
	}
	var nodes []syntax.Node // from the root to the node
	var contained []bool    // by nodes
	syntax.Walk(file, func(node syntax.Node) bool {
		if node == nil {
			nodes, contained = nodes[:len(nodes)-1], contained[:len(contained)-1]
			return true
		}
		nodes = append(nodes, node)
		inside := len(contained) > 0 && contained[len(contained)-1]
		switch n := node.(type) {
		case *syntax.Comment:
			if text := "#" + n.Text; text != s.shebang {
				s.comments[text]++
			}
		case *syntax.Stmt:
			redirections := ""
			for _, r := range n.Redirs {
				if r.Op != syntax.DplOut {
					inside = true
				}
				target := ""
				if r.Word != nil {
					target = plainWord(r.Word)
				}
				if r.Hdoc != nil {
					target = printed(r.Word) + "\n" + plainWord(r.Hdoc) // quotes decide whether it expands
				}
				if r.N != nil {
					redirections += r.N.Value
				}
				redirections += r.Op.String() + target + " "
			}
			if redirections != "" {
				s.others["the redirection "+strings.TrimSuffix(redirections, " ")]++
			}
			if n.Negated {
				s.kinds["!"]++
			}
			if n.Background || n.Coprocess {
				s.others["a command in the background"]++
			}
		case *syntax.BinaryCmd:
			if n.Op == syntax.AndStmt || n.Op == syntax.OrStmt {
				s.kinds[n.Op.String()]++
			}
			if n.Op == syntax.Pipe || n.Op == syntax.PipeAll {
				inside = true
				s.others["the pipe into "+firstWord(n.Y)]++
			}
		case *syntax.CmdSubst, *syntax.ProcSubst:
			inside = true
			if _, process := n.(*syntax.ProcSubst); process {
				s.others["a process as a file"]++
			}
		case *syntax.FuncDecl:
			s.others["the function "+n.Name.Value]++
		case *syntax.Assign:
			if n.Name != nil {
				s.names[n.Name.Value] = true
				s.assign(n)
			}
		case *syntax.ForClause:
			s.kinds["for"]++
			if loop, ok := n.Loop.(*syntax.WordIter); ok {
				s.names[loop.Name.Value] = true
				s.header(n, nodes, "for", append([]string{loop.Name.Value}, plainWords(loop.Items)...))
			}
		case *syntax.IfClause:
			s.kinds["if"]++
		case *syntax.WhileClause:
			s.kinds["while"]++
		case *syntax.CaseClause:
			s.kinds["case"]++
			s.header(n, nodes, "case", []string{plainWord(n.Word)})
		case *syntax.ParamExp:
			if n.Param != nil {
				s.names[n.Param.Value] = true
			}
			if n.Exp != nil && !harmlessExpansion(n) {
				s.others["the expansion "+printed(n)]++
			}
		case *syntax.CallExpr:
			if len(n.Args) > 0 {
				c := commandOf(n, inside)
				c.always, c.place = !slices.ContainsFunc(nodes, isConditional), placeOf(nodes)
				s.commands = append(s.commands, c)
			}
		case *syntax.DeclClause:
			c := command{name: n.Variant.Value, words: []string{n.Variant.Value}, first: int(n.Pos().Line()), last: int(n.End().Line()), contained: inside, place: placeOf(nodes)}
			for _, a := range n.Args {
				if a.Name != nil {
					c.words = append(c.words, "$"+a.Name.Value)
				} else if a.Value != nil {
					c.words = append(c.words, plainWord(a.Value))
				}
			}
			s.commands = append(s.commands, c)
		case *syntax.TestClause:
			c := command{name: "[[", words: []string{"[["}, first: int(n.Pos().Line()), last: int(n.End().Line()), place: placeOf(nodes)}
			syntax.Walk(n.X, func(node syntax.Node) bool {
				switch n := node.(type) {
				case *syntax.Word:
					c.words = append(c.words, plainWord(n))
				case *syntax.UnaryTest:
					c.words = append(c.words, n.Op.String())
				case *syntax.BinaryTest:
					c.words = append(c.words, n.Op.String())
					if right, ok := n.Y.(*syntax.Word); ok && isQuotedWord(right) { // not a pattern
						s.kinds["quotes in [["]++
					}
				case *syntax.ParenTest:
					c.words = append(c.words, "(")
				}
				return true
			})
			s.commands = append(s.commands, c)
		case *syntax.ArithmCmd, *syntax.ArithmExp, *syntax.LetClause, *syntax.TimeClause, *syntax.CoprocClause, *syntax.TestDecl:
			s.others["the expression "+printed(n)]++
		}
		contained = append(contained, inside)
		return true
	})
	return s, nil
}

// isConditional reports whether some commands of a node may not run.
func isConditional(node syntax.Node) bool {
	switch n := node.(type) {
	case *syntax.BinaryCmd:
		return n.Op == syntax.AndStmt || n.Op == syntax.OrStmt
	case *syntax.IfClause, *syntax.CaseClause, *syntax.WhileClause:
		return true
	}
	return false
}

// header adds the words of a for or case as a command.
func (s *script) header(n syntax.Node, nodes []syntax.Node, name string, words []string) {
	line := int(n.Pos().Line())
	s.commands = append(s.commands, command{name: name, words: append([]string{name}, words...), first: line, last: line, contained: true, place: placeOf(nodes)})
}

func plainWords(words []*syntax.Word) []string {
	var all []string
	for _, w := range words {
		all = append(all, plainWord(w))
	}
	return all
}

func isQuotedWord(w *syntax.Word) bool {
	return slices.ContainsFunc(w.Parts, func(part syntax.WordPart) bool {
		switch part.(type) {
		case *syntax.DblQuoted, *syntax.SglQuoted:
			return true
		}
		return false
	})
}

// placeOf returns the conditions, loops, pipes and functions around a node. The
// nodes lead from the root to it.
func placeOf(nodes []syntax.Node) string {
	var b strings.Builder
	within := func(stmts []*syntax.Stmt, node syntax.Node) bool {
		return slices.ContainsFunc(stmts, func(s *syntax.Stmt) bool { return syntax.Node(s) == node })
	}
	for i, node := range nodes[:len(nodes)-1] {
		next := nodes[i+1]
		switch n := node.(type) {
		case *syntax.Stmt:
			if n.Negated {
				b.WriteString("!")
			}
		case *syntax.BinaryCmd:
			fmt.Fprint(&b, " ", n.Op, syntax.Node(n.X) == next)
		case *syntax.IfClause:
			fmt.Fprint(&b, " if ", within(n.Cond, next), within(n.Then, next))
		case *syntax.WhileClause:
			fmt.Fprint(&b, " while ", n.Until, within(n.Cond, next))
		case *syntax.CaseItem:
			for _, p := range n.Patterns {
				b.WriteString(" case " + plainWord(p))
			}
		case *syntax.ForClause, *syntax.Subshell, *syntax.CmdSubst, *syntax.ProcSubst:
			fmt.Fprintf(&b, " %T", node)
		case *syntax.FuncDecl:
			b.WriteString(" function " + n.Name.Value)
		}
	}
	return b.String()
}

func (s *script) assign(n *syntax.Assign) {
	value := ""
	switch {
	case n.Value != nil:
		value = plainWord(n.Value)
	case n.Array != nil:
		value = printed(n.Array)
	case n.Naked:
		return
	}
	s.others["the assignment "+n.Name.Value+"="+value]++
}

func commandOf(n *syntax.CallExpr, inside bool) command {
	c := command{first: int(n.Pos().Line()), last: int(n.End().Line()), contained: inside}
	for i, arg := range n.Args {
		word := plainWord(arg)
		if i == 0 && !strings.Contains(word, "$") {
			c.name = word
		}
		c.words = append(c.words, word)
	}
	return c
}

func firstWord(stmt *syntax.Stmt) string {
	if call, ok := stmt.Cmd.(*syntax.CallExpr); ok && len(call.Args) > 0 {
		return plainWord(call.Args[0])
	}
	return "commands"
}

// literal, for single quotes, and quoted, for double quotes, put a backslash
// before the characters that have another meaning without the quotes.
var (
	special = []string{" ", `\ `, "\t", "\\\t", "\n", "\\\n", "*", `\*`, "?", `\?`, "[", `\[`, "{", `\{`, "(", `\(`, "~", `\~`}
	quoted  = strings.NewReplacer(special...)
	literal = strings.NewReplacer(append(special, `\`, `\\`, "$", `\$`, "`", "\\`")...)
	// patterns removes the quotes of patterns.
	patterns = strings.NewReplacer(`\*`, "*", `\?`, "?", `\[`, "[")
)

// plainWord returns a word with backslashes instead of quotes, where they
// change its meaning. A command in it becomes $().
func plainWord(w *syntax.Word) string {
	var b strings.Builder
	var parts func(all []syntax.WordPart, inQuotes bool)
	parts = func(all []syntax.WordPart, inQuotes bool) {
		for _, part := range all {
			switch p := part.(type) {
			case *syntax.Lit:
				if inQuotes {
					b.WriteString(quoted.Replace(p.Value))
				} else {
					b.WriteString(p.Value)
				}
			case *syntax.SglQuoted:
				if p.Dollar {
					b.WriteString(printed(p))
				} else {
					b.WriteString(literal.Replace(p.Value))
				}
			case *syntax.DblQuoted:
				parts(p.Parts, true)
			case *syntax.CmdSubst:
				b.WriteString("$()")
			case *syntax.ParamExp:
				if harmlessExpansion(p) {
					b.WriteString("$" + p.Param.Value)
				} else {
					b.WriteString(printed(p))
				}
			default:
				b.WriteString(printed(p))
			}
		}
	}
	parts(w.Parts, false)
	return b.String()
}

// harmlessExpansion reports whether a parameter expands to its value, or to an
// error if it has none.
func harmlessExpansion(p *syntax.ParamExp) bool {
	if p.Param == nil || p.Excl || p.Length || p.Width || p.Index != nil || p.Slice != nil || p.Repl != nil || p.Names != 0 {
		return false
	}
	if p.Exp == nil {
		return true
	}
	switch p.Exp.Op {
	case syntax.ErrorUnset, syntax.ErrorUnsetOrNull, syntax.DefaultUnset, syntax.DefaultUnsetOrNull:
		return p.Exp.Word == nil || len(p.Exp.Word.Parts) == 0
	}
	return false
}

func printed(node syntax.Node) string {
	var b bytes.Buffer
	if err := syntax.NewPrinter(syntax.Minify(false)).Print(&b, node); err != nil {
		return fmt.Sprintf("%T", node)
	}
	return b.String()
}
