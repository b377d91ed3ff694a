package syntax

import (
	"encoding/json"
	"strings"
	"unicode"
)

// arguments reads the arguments of an instruction, which are in ins.Args,
// according to its kind.
func (p *scanner) arguments(ins *Instruction) {
	switch ins.Name {
	case "from", "expose":
		ins.Words = fields(ins.Args)
	case "add", "copy", "volume":
		if !p.array(ins, ins.Args) {
			ins.Words = fields(ins.Args)
		}
	case "run", "cmd", "entrypoint", "shell":
		p.arrayOrAll(ins, ins.Args)
	case "maintainer", "stopsignal", "user", "workdir":
		ins.Words = all(ins.Args)
	case "healthcheck":
		p.healthcheck(ins)
	case "env", "label":
		p.pairs(ins)
	case "arg":
		for _, w := range words(ins.Args, p.file.Escape) {
			ins.Pairs = append(ins.Pairs, pair(ins.Args, w))
		}
	case "onbuild":
		p.onbuild(ins)
	}
}

// all returns a word with all arguments, or no word if there are none.
func all(args Word) []Word {
	if args.Value == "" {
		return nil
	}
	return []Word{args}
}

// fields splits arguments at whitespace.
func fields(args Word) []Word {
	var out []Word
	for i := 0; i < len(args.Value); {
		start := i
		for i < len(args.Value) && !isSpace(args.Value[i]) {
			i++
		}
		out = append(out, Word{args.Value[start:i], args.Start + start, args.Start + i})
		for i < len(args.Value) && isSpace(args.Value[i]) {
			i++
		}
	}
	return out
}

func (p *scanner) arrayOrAll(ins *Instruction, args Word) {
	if !p.array(ins, args) {
		ins.Words = all(args)
	}
}

// array reads arguments that are a JSON array, and reports whether they are.
// BuildKit refuses an array with anything other than strings.
func (p *scanner) array(ins *Instruction, args Word) bool {
	if !strings.HasPrefix(args.Value, "[") {
		return false
	}
	var values []any
	if json.Unmarshal([]byte(args.Value), &values) != nil {
		return false
	}
	d := json.NewDecoder(strings.NewReader(args.Value))
	d.Token() // the bracket
	for _, v := range values {
		value, ok := v.(string)
		if !ok {
			p.refuse(ins, args.Start, "a JSON array may contain only strings")
			return true
		}
		start := int(d.InputOffset())
		d.Token() // valid: it was decoded above
		start += strings.IndexByte(args.Value[start:], '"')
		ins.Words = append(ins.Words, Word{value, args.Start + start, args.Start + int(d.InputOffset())})
	}
	ins.JSON = true
	return true
}

// healthcheck reads the type of a HEALTHCHECK and the rest of it.
func (p *scanner) healthcheck(ins *Instruction) {
	text := ins.Args.Value
	end := 0
	for end < len(text) && !unicode.IsSpace(rune(text[end])) {
		end++
	}
	next := end
	for next < len(text) && unicode.IsSpace(rune(text[next])) {
		next++
	}
	if end == 0 {
		return
	}
	at := ins.Args.Start
	ins.Type = Word{text[:end], at, at + end}
	p.arrayOrAll(ins, Word{text[next:], at + next, ins.Args.End})
}

// onbuild reads the instruction in an ONBUILD.
func (p *scanner) onbuild(ins *Instruction) {
	if ins.Args.Value == "" {
		return
	}
	inner := &Instruction{Text: ins.Text, Line: ins.Line, EndLine: ins.EndLine, Start: ins.Text.Pos(ins.Args.Start), End: ins.End}
	p.split(inner, ins.Args.Start)
	ins.OnBuild, ins.Err = inner, inner.Err
}
