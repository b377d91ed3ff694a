package syntax

import (
	"strings"

	"github.com/moby/buildkit/frontend/dockerfile/parser"
)

// Node returns an instruction without an error as BuildKit's parser has it, for
// what BuildKit's own packages are to judge.
func (f *File) Node(ins *Instruction) *parser.Node {
	node := f.node(ins)
	node.StartLine, node.EndLine = ins.Line, ins.EndLine
	for _, h := range ins.Heredocs {
		node.Heredocs = append(node.Heredocs, parser.Heredoc{
			Name:           h.Name,
			FileDescriptor: h.FD,
			Expand:         !h.Plain,
			Chomp:          h.Chomp,
			Content:        f.Source[h.Body:h.BodyEnd],
		})
	}
	for _, i := range ins.Comments {
		node.PrevComment = append(node.PrevComment, f.described(f.Comments[i]))
	}
	return node
}

// described returns the text of a comment as BuildKit reads it before an
// instruction: without the first byte of the line, whatever it is.
func (f *File) described(c Comment) string {
	start := strings.LastIndexByte(f.Source[:c.Start], '\n') + 1
	if start == 0 && strings.HasPrefix(f.Source, BOM) {
		start = len(BOM)
	}
	return strings.TrimSpace(f.Source[start+1 : c.End])
}

func (f *File) node(ins *Instruction) *parser.Node {
	node := &parser.Node{Value: ins.Keyword.Value, Original: ins.Text.Value}
	for _, flag := range ins.Flags {
		node.Flags = append(node.Flags, flag.Value)
	}
	if ins.JSON {
		node.Attributes = map[string]bool{"json": true}
	}
	switch {
	case ins.OnBuild != nil:
		inner := f.node(ins.OnBuild)
		inner.Original = ins.Args.Value
		node.Next = &parser.Node{Children: []*parser.Node{inner}}
	case ins.Name == "healthcheck" && ins.Type.Value != "":
		node.Next = &parser.Node{Value: ins.Type.Value, Next: list(ins.Words)}
	case ins.Name == "env", ins.Name == "label":
		node.Next = assignments(ins.Pairs)
	case ins.Name == "arg":
		var found []Word
		for _, p := range ins.Pairs {
			found = append(found, p.Word)
		}
		node.Next = list(found)
	case Known(ins.Name):
		node.Next = list(ins.Words)
	default:
		node.Next = &parser.Node{}
	}
	return node
}

func list(words []Word) *parser.Node {
	var first *parser.Node
	next := &first
	for _, w := range words {
		*next = &parser.Node{Value: w.Value}
		next = &(*next).Next
	}
	return first
}

func assignments(pairs []Pair) *parser.Node {
	var words []Word
	for _, p := range pairs {
		sign := "="
		if p.Legacy {
			sign = ""
		}
		words = append(words, p.Key, p.Value, Word{Value: sign})
	}
	return list(words)
}

// Known reports whether there is an instruction with a lower-case name.
func Known(name string) bool {
	switch name {
	case "add", "arg", "cmd", "copy", "entrypoint", "env", "expose", "from", "healthcheck", "label", "maintainer", "onbuild",
		"run", "shell", "stopsignal", "user", "volume", "workdir":
		return true
	}
	return false
}
