package syntax

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// words splits arguments at whitespace that is neither quoted nor escaped.
// Values keep quotes and escapes, except for an escape character at the end of
// all arguments.
func words(args Word, escape byte) []Word {
	var out []Word
	text := args.Value
	for i := 0; i < len(text); {
		if c, n := utf8.DecodeRuneInString(text[i:]); unicode.IsSpace(c) {
			i += n
			continue
		}
		end, value := word(text, i, escape)
		if value != "" {
			out = append(out, Word{value, args.Start + i, args.Start + end})
		}
		i = end
	}
	return out
}

// word returns the end and the value of the word that starts at an offset of
// text.
func word(text string, start int, escape byte) (end int, value string) {
	var quote rune
	cut := ""
	for end = start; end < len(text); {
		c, n := utf8.DecodeRuneInString(text[end:])
		switch {
		case quote == 0 && unicode.IsSpace(c):
			return end, valid(text[start:end])
		case c == rune(escape) && quote != '\'':
			if end+n == len(text) {
				cut = string(c)
			} else {
				end += n
				_, n = utf8.DecodeRuneInString(text[end:])
			}
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		case c == quote:
			quote = 0
		}
		end += n
	}
	return end, valid(strings.TrimSuffix(text[start:end], cut))
}

// valid replaces invalid UTF-8 as BuildKit does.
func valid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for _, c := range s {
		b.WriteRune(c)
	}
	return b.String()
}

// pairs reads the pairs of ENV or LABEL.
func (p *scanner) pairs(ins *Instruction) {
	found := words(ins.Args, p.file.Escape)
	if len(found) == 0 {
		return
	}
	if !strings.Contains(found[0].Value, "=") {
		p.legacy(ins)
		return
	}
	for _, w := range found {
		if !strings.Contains(w.Value, "=") {
			p.refuse(ins, w.Start, "%q does not have the form name=value", w.Value)
			return
		}
		ins.Pairs = append(ins.Pairs, pair(ins.Args, w))
	}
}

// pair reads KEY=VALUE, or KEY alone, from a word of arguments.
func pair(args, w Word) Pair {
	key, value, found := strings.Cut(w.Value, "=")
	if !found {
		return Pair{Word: w, Bare: true, Key: Word{key, w.Start, min(w.Start+len(key), w.End)}, Value: Word{"", w.End, w.End}}
	}
	// The value of the word may be longer than its text: see valid.
	equals := w.Start + strings.IndexByte(args.Value[w.Start-args.Start:], '=')
	return Pair{Word: w, Key: Word{key, w.Start, equals}, Value: Word{value, equals + 1, w.End}}
}

// legacy reads KEY VALUE, where the value is the rest.
func (p *scanner) legacy(ins *Instruction) {
	text := ins.Args.Value
	end := 0
	for end < len(text) && !isSpace(text[end]) {
		end++
	}
	next := end
	for next < len(text) && isSpace(text[next]) {
		next++
	}
	if end == len(text) {
		p.refuse(ins, ins.Args.Start, "%s must have two arguments", strings.ToUpper(ins.Name))
		return
	}
	at := ins.Args.Start
	ins.Pairs = []Pair{{
		Word:   ins.Args,
		Key:    Word{text[:end], at, at + end},
		Value:  Word{text[next:], at + next, ins.Args.End},
		Legacy: true,
	}}
}
