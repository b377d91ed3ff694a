package syntax

import (
	"strings"

	"github.com/moby/buildkit/frontend/dockerfile/parser"
	"github.com/moby/buildkit/frontend/dockerfile/shell"
)

// heredocs reads the here-documents of an instruction, whose contents are the
// next lines.
func (p *scanner) heredocs(ins *Instruction) {
	if ins.Err != nil || !mayHaveHeredoc(ins) || !strings.Contains(ins.Text.Value, "<<") {
		return
	}
	found, err := redirections(ins.Text.Value)
	if err != nil {
		p.refuse(ins, 0, "here-document: %v", err)
		return
	}
	for _, h := range found {
		h.Body, h.Line = p.lines.offset, p.lines.number+1
		if !p.body(ins, &h) {
			p.refuse(ins, h.Start, "here-document %s is not terminated; expected a line %q", h.Word.Value, h.Name)
		}
		ins.Heredocs = append(ins.Heredocs, h)
	}
}

func mayHaveHeredoc(ins *Instruction) bool {
	if ins.Name == "onbuild" && ins.OnBuild != nil {
		ins = ins.OnBuild
	}
	switch ins.Name {
	case "add", "copy", "run":
		return !ins.JSON
	}
	return false
}

// body reads the lines of a here-document, and reports whether it ends.
func (p *scanner) body(ins *Instruction, h *Heredoc) bool {
	for {
		l, ok := p.lines.next()
		if !ok {
			h.BodyEnd = len(p.file.Source)
			return false
		}
		p.measure(l)
		ins.EndLine, ins.End = l.number, l.end
		text := p.file.Source[l.start:l.end]
		if h.Chomp {
			text = strings.TrimLeft(text, "\t")
		}
		if text == h.Name {
			h.BodyEnd = l.start
			return true
		}
	}
}

// redirections returns the here-documents that a text names. It splits the text
// into words with the lexer of BuildKit.
func redirections(text string) ([]Heredoc, error) {
	lex := shell.NewLex('\\')
	lex.RawQuotes, lex.RawEscapes, lex.SkipUnsetEnv = true, true, true
	readable, nul := lexable(text)
	words, _ := lex.ProcessWords(readable, nothing{}) // the words before an error count
	var out []Heredoc
	from := 0
	for _, word := range words {
		if !strings.Contains(word, "<<") {
			continue
		}
		h, err := parser.ParseHeredoc(word)
		if err != nil {
			return nil, err
		}
		if h == nil {
			continue
		}
		if nul != 0 {
			word, h.Name = strings.ReplaceAll(word, string(nul), "\x00"), strings.ReplaceAll(h.Name, string(nul), "\x00")
		}
		start := from + max(strings.Index(text[from:], word), 0)
		from = min(start+len(word), len(text))
		out = append(out, Heredoc{
			Word:  Word{text[start:from], start, from},
			Name:  h.Name,
			FD:    h.FileDescriptor,
			Chomp: h.Chomp,
			Plain: !h.Expand,
		})
	}
	return out, nil
}

// nothing is an environment without variables.
type nothing struct{}

func (nothing) Get(string) (string, bool) { return "", false }
func (nothing) Keys() []string            { return nil }
