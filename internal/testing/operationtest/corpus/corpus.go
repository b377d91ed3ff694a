// Package corpus generates files in the shape of real ones: each of a kind,
// such as a Kubernetes object or a package.json, and each in a different style.
// The content is made up.
package corpus

import (
	"math/rand/v2"
	"strings"
)

// A Kind is a kind of file.
type Kind struct {
	Name  string // of a file, which names its language
	shape func(*shaper) object
	jsonc bool // with comments and trailing commas
}

// Kinds are all kinds.
var Kinds = []Kind{
	{Name: "deployment.yaml", shape: (*shaper).kubernetes},
	{Name: "workflow.yml", shape: (*shaper).workflow},
	{Name: "compose.yaml", shape: (*shaper).compose},
	{Name: "values.yaml", shape: (*shaper).values},
	{Name: "package.json", shape: (*shaper).packageJSON},
	{Name: "deployment.json", shape: (*shaper).kubernetes},
	{Name: "tsconfig.json", shape: (*shaper).tsconfig, jsonc: true},
	{Name: "settings.jsonc", shape: (*shaper).values, jsonc: true},
	{Name: "pyproject.toml", shape: (*shaper).pyproject},
	{Name: "Cargo.toml", shape: (*shaper).cargo},
	{Name: "service.toml", shape: (*shaper).values},
}

// Of returns the kinds of a language, by the suffixes of its names.
func Of(suffixes ...string) []Kind {
	var kinds []Kind
	for _, kind := range Kinds {
		for _, suffix := range suffixes {
			if strings.HasSuffix(kind.Name, suffix) {
				kinds = append(kinds, kind)
			}
		}
	}
	return kinds
}

// Text returns a file of at least a number of lines, and not many more.
func (k Kind) Text(random *rand.Rand, lines int) string {
	p := printer{random: random, style: styleOf(random, k.jsonc)}
	for parts := 1; ; parts += 1 + parts/4 {
		s := shaper{random: rand.New(rand.NewPCG(random.Uint64(), 1)), parts: parts, nulls: !strings.HasSuffix(k.Name, ".toml")}
		p.out.Reset()
		switch root := k.shape(&s); {
		case strings.HasSuffix(k.Name, ".toml"):
			p.toml(root)
		case strings.Contains(k.Name, ".json"):
			p.json(root)
		default:
			p.yaml(root)
		}
		text := p.out.String()
		if strings.Count(text, "\n") >= lines {
			return p.finished(text)
		}
	}
}

// finished returns a text with the line ends, the byte order mark and the end of
// the style.
func (p *printer) finished(text string) string {
	if p.style.cut {
		text = strings.TrimRight(text, "\n")
	}
	if p.style.crlf {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	if p.style.bom {
		text = "\ufeff" + text
	}
	return text
}

// A style is how a file is written.
type style struct {
	indent   string // of a level
	hanging  bool   // YAML: the items of a sequence are not indented
	quote    string // YAML and TOML: the usual quotes; "" for none where there need not be any
	tight    bool   // few spaces
	comments int    // of 100 lines
	flow     int    // of 100 small collections, the number on one line
	blank    int    // of 100 members at the top, the number after an empty line
	trailing bool   // a comma after the last item
	comment  bool   // comments are allowed
	cut      bool   // no line end at the end
	crlf     bool
	bom      bool
}

func styleOf(random *rand.Rand, jsonc bool) style {
	one := func(n int) bool { return random.IntN(n) == 0 }
	s := style{
		indent: []string{"  ", "  ", "    ", "\t"}[random.IntN(4)], hanging: one(2), quote: []string{"", "", `"`, "'"}[random.IntN(4)],
		tight: one(5), comments: []int{0, 5, 20}[random.IntN(3)], flow: []int{0, 30, 80}[random.IntN(3)], blank: []int{0, 30, 100}[random.IntN(3)],
		comment: jsonc, trailing: jsonc && one(2), cut: one(8), crlf: one(8), bom: one(16),
	}
	return s
}

// A printer prints a file.
type printer struct {
	random *rand.Rand
	style  style
	out    strings.Builder
}

// of100 reports true in so many of 100 cases.
func (p *printer) of100(n int) bool { return p.random.IntN(100) < n }

func (p *printer) pick(list ...string) string { return list[p.random.IntN(len(list))] }

// remark returns the text of a comment.
func (p *printer) remark() string {
	return p.pick("the default", "see the guide", "TODO: remove", "do not change: {a, b}", "one per team - ask first", "\"quoted\", and 'so'", "http://example.com/#x", "é, ü and 日本")
}
