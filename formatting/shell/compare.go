package shell

import (
	"bytes"
	"cmp"
	"maps"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"mvdan.cc/sh/v3/syntax"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/trees"
)

// Controls returns the characters that the printer treats as layout through
// text/tabwriter, and the carriage return, which its lexer, unlike a shell,
// treats as whitespace.
func (*language) Controls() string { return "\f\v\r" }

// Compare compares the syntax trees, the #! lines, and the comments in order. A
// ShellCheck directive must stay with its command.
func (l *language) Compare(path string, before, after []byte) error {
	if i, ok := sameShebang(before, after); !ok {
		return formatting.ChangeAt(before, i, "its #! line")
	}
	was, err := l.simplified(path, before)
	if err != nil {
		return err
	}
	is, err := l.simplified(path, after)
	if err != nil {
		return err
	}
	if d := nodes.Compare(was, is); d != nil {
		return formatting.ChangeAt(before, d.Offset, "")
	}
	comments, remain := commentsOf(was), commentsOf(is)
	for i, c := range comments {
		if i >= len(remain) || c.text != remain[i].text || c.about != remain[i].about {
			return formatting.ChangeAt(before, c.offset, "a comment")
		}
	}
	if len(remain) > len(comments) {
		return &formatting.ChangeError{What: "a command into a comment"}
	}
	return nil
}

// Digest covers what Compare compares.
func (l *language) Digest(path string, src []byte) (*trees.Digest, error) {
	file, err := l.simplified(path, src)
	if err != nil {
		return nil, err
	}
	d := trees.NewDigest()
	d.Text(string(hashBang(src)))
	d.Tree(nodes, file)
	comments := commentsOf(file)
	d.Number(len(comments))
	for _, c := range comments {
		d.Text(c.text)
		d.Text(c.about)
	}
	return d, nil
}

// simplified returns the tree that is printed.
func (l *language) simplified(path string, src []byte) (*syntax.File, error) {
	t := l.tools.Get().(*tools)
	defer l.tools.Put(t)
	file, err := l.parse(t, path, src)
	if err == nil && l.simplify {
		syntax.Simplify(file)
	}
	return file, err
}

// hashBang returns the #! line of a text, if it has one. The kernel ignores
// spaces and tabs at its end.
func hashBang(text []byte) []byte {
	if !bytes.HasPrefix(text, []byte("#!")) {
		return nil
	}
	first, _, _ := bytes.Cut(text, newline)
	return bytes.TrimRight(first, whitespace)
}

// sameShebang reports whether two texts start with the same #! line, or none.
func sameShebang(before, after []byte) (offset int, ok bool) {
	if is := hashBang(after); !bytes.Equal(hashBang(before), is) {
		return max(0, bytes.Index(before, is)), false
	}
	return 0, true
}

// nodes compares the nodes of scripts.
var nodes = &trees.Comparer{
	Layout: []reflect.Type{reflect.TypeFor[syntax.Pos](), reflect.TypeFor[[]syntax.Comment]()},
	Ignore: map[reflect.Type][]string{
		reflect.TypeFor[syntax.CmdSubst]():  {"Backquotes"}, // $(a) is `a`
		reflect.TypeFor[syntax.ArithmExp](): {"Bracket"},    // $((1)) is $[1]
		reflect.TypeFor[syntax.ForClause](): {"Braces"},
	},
	Read: map[reflect.Type]func(any) any{
		reflect.TypeFor[*syntax.Redirect](): func(v any) any {
			if r := v.(*syntax.Redirect); r.Op == syntax.DashHdoc && r.Hdoc != nil {
				return dashed{r.N, r.Word, untabbed(r.Hdoc.Parts)}
			}
			return v
		},
		reflect.TypeFor[[]syntax.WordPart](): func(v any) any { return joined(v.([]syntax.WordPart)) },
	},
	Place: func(node any) (int, bool) {
		if n, ok := node.(syntax.Node); ok && n.Pos().IsValid() {
			return int(n.Pos().Offset()), true
		}
		return 0, false
	},
}

// Same reports whether two scripts, or parts of them, are equal except for their
// layout and comments. If read is not nil, it gives the value to compare in
// place of a statement, which may be the statement itself.
func Same(a, b syntax.Node, read func(*syntax.Stmt) any) bool {
	c := nodes
	if read != nil {
		c = &trees.Comparer{Layout: nodes.Layout, Ignore: nodes.Ignore, Read: maps.Clone(nodes.Read)}
		c.Read[reflect.TypeFor[*syntax.Stmt]()] = func(v any) any { return read(v.(*syntax.Stmt)) }
	}
	return c.Compare(a, b) == nil
}

// A dashed is a redirection with <<-.
type dashed struct {
	N        *syntax.Lit
	Word     *syntax.Word
	Document []any // the parts of the here-document; text is a string
}

// untabbed returns the parts of a here-document without the leading tabs of its
// lines. The tabs after a line continuation stay, because only some shells
// remove them.
func untabbed(parts []syntax.WordPart) []any {
	out := make([]any, len(parts))
	for i, part := range parts {
		out[i] = part
		if lit, ok := part.(*syntax.Lit); ok {
			out[i] = withoutTabs(lit.Value, i == 0)
		}
	}
	return out
}

// withoutTabs removes the leading tabs of lines. Start says whether the text
// begins at the start of a line.
func withoutTabs(text string, start bool) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if start {
			line = strings.TrimLeft(line, "\t")
		}
		b.WriteString(line)
		start = true
	}
	return b.String()
}

// joined returns the parts of a word with adjacent literals joined. A line
// continuation within a word separates them.
func joined(parts []syntax.WordPart) []syntax.WordPart {
	twice := func(i int) bool {
		_, one := parts[i-1].(*syntax.Lit)
		_, two := parts[i].(*syntax.Lit)
		return one && two
	}
	for i := 1; i < len(parts); i++ {
		if !twice(i) {
			continue
		}
		out := slices.Clone(parts[:i])
		for ; i < len(parts); i++ {
			if !twice(i) {
				out = append(out, parts[i])
				continue
			}
			lit := *out[len(out)-1].(*syntax.Lit)
			lit.Value += parts[i].(*syntax.Lit).Value
			out[len(out)-1] = &lit
		}
		return out
	}
	return parts
}

// A comment is a comment of a script.
type comment struct {
	text   string
	offset int
	about  string // the first word of the command that a directive applies to
}

func commentsOf(file *syntax.File) []comment {
	var all []comment
	var about string
	syntax.Walk(file, func(node syntax.Node) bool {
		switch n := node.(type) {
		case *syntax.Stmt:
			about = firstWord(n)
		case *syntax.Word:
			return !plain(n.Parts)
		case *syntax.Comment:
			c := comment{text: strings.TrimRightFunc(n.Text, unicode.IsSpace), offset: int(n.Hash.Offset())}
			if strings.HasPrefix(strings.TrimSpace(c.text), "shellcheck ") {
				c.about = about
			}
			all = append(all, c)
		}
		return true
	})
	slices.SortStableFunc(all, func(a, b comment) int { return cmp.Compare(a.offset, b.offset) })
	return all
}

// firstWord returns the first word of a command if it is a literal.
func firstWord(stmt *syntax.Stmt) string {
	if call, ok := stmt.Cmd.(*syntax.CallExpr); ok && len(call.Args) > 0 {
		return call.Args[0].Lit()
	}
	return ""
}
