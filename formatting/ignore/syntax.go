package ignore

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"sync"
)

// A syntax says how a language writes comments, and texts that only look like
// comments.
type syntax struct {
	line    []string    // what begins a comment that ends with its line
	block   [][2]string // what begins and ends a comment
	strings []quote     // the first that matches counts

	certain   bool // strings are known well enough to tell a comment from a part of one
	alone     bool // a line comment is only at the start of a line
	spaced    bool // a line comment is at the start of a line or after whitespace
	continued bool // a line that ends in a backslash continues
	heredocs  bool // <<WORD begins text up to a line with WORD
	scalars   bool // block scalars of YAML, and quotes only where a scalar may begin
	fences    bool // fenced and indented code of Markdown
	escapes   string
}

// A quote is what begins and ends a string.
type quote struct {
	begin, end string
	escape     byte // 0: none
	doubled    bool // the end, twice, stands for itself
	lines      bool // it may have line breaks
}

var (
	double   = quote{begin: `"`, end: `"`, escape: '\\'}
	single   = quote{begin: `'`, end: `'`, escape: '\\'}
	triple   = quote{begin: `"""`, end: `"""`, escape: '\\', lines: true}
	triples  = quote{begin: `'''`, end: `'''`, escape: '\\', lines: true}
	backtick = quote{begin: "`", end: "`", lines: true}
	template = quote{begin: "`", end: "`", escape: '\\', lines: true}

	cLike   = [][2]string{{"/*", "*/"}}
	hash    = []string{"#"}
	slashes = []string{"//"}
)

// The syntaxes of languages. Where none is certain, a comment is believed, but
// only suggested to be deleted.
var (
	jsonc    = &syntax{line: slashes, block: cLike, strings: []quote{double, single}, certain: true}
	goLike   = &syntax{line: slashes, block: cLike, strings: []quote{double, single, backtick}, certain: true}
	proto    = jsonc
	python   = &syntax{line: hash, strings: []quote{triple, triples, double, single}, certain: true}
	toml     = &syntax{line: hash, strings: []quote{triple, {begin: "'''", end: "'''", lines: true}, double, {begin: "'", end: "'"}}, certain: true}
	yaml     = &syntax{line: hash, strings: []quote{{begin: `"`, end: `"`, escape: '\\', lines: true}, {begin: "'", end: "'", doubled: true, lines: true}}, spaced: true, scalars: true, certain: true}
	hcl      = &syntax{line: []string{"#", "//"}, block: cLike, strings: []quote{double}, heredocs: true, certain: true}
	jsonnet  = &syntax{line: []string{"#", "//"}, block: cLike, strings: []quote{{begin: "|||", end: "|||", lines: true}, {begin: `@"`, end: `"`, doubled: true, lines: true}, {begin: "@'", end: "'", doubled: true, lines: true}, {begin: `"`, end: `"`, escape: '\\', lines: true}, {begin: "'", end: "'", escape: '\\', lines: true}}, certain: true}
	cue      = &syntax{line: slashes, strings: []quote{triple, triples, double, single}, certain: true}
	css      = &syntax{block: cLike, strings: []quote{double, single}, certain: true}
	scss     = &syntax{line: slashes, block: cLike, strings: []quote{double, single}, spaced: true}
	markdown = &syntax{block: [][2]string{{"<!--", "-->"}}, strings: []quote{{begin: "``", end: "``"}, {begin: "`", end: "`"}}, fences: true, certain: true}
	html     = &syntax{block: [][2]string{{"<!--", "-->"}}}
	docker   = &syntax{line: hash, alone: true, continued: true, heredocs: true, certain: true}
	ini      = &syntax{line: []string{"#", ";"}, alone: true, certain: true}
	ignored  = &syntax{line: hash, alone: true, certain: true}
	makefile = &syntax{line: hash, spaced: true, continued: true}
	shell    = &syntax{line: hash, strings: []quote{{begin: `"`, end: `"`, escape: '\\', lines: true}, {begin: "$'", end: "'", escape: '\\', lines: true}, {begin: "'", end: "'", lines: true}}, spaced: true, continued: true, heredocs: true, escapes: `\`, certain: true}
	sql      = &syntax{line: []string{"--"}, block: cLike, strings: []quote{{begin: "'", end: "'", doubled: true, lines: true}, {begin: `"`, end: `"`, doubled: true}}}
	cCode    = &syntax{line: slashes, block: cLike, strings: []quote{double, single}}
	script   = &syntax{line: slashes, block: cLike, strings: []quote{template, double, single}}
	perl     = &syntax{line: hash, strings: []quote{double, single}, spaced: true, heredocs: true}
	lua      = &syntax{line: []string{"--"}, block: [][2]string{{"--[[", "]]"}}, strings: []quote{{begin: "[[", end: "]]", lines: true}, double, single}}
	lisp     = &syntax{line: []string{";"}, strings: []quote{{begin: `"`, end: `"`, escape: '\\', lines: true}}, spaced: true}
	tex      = &syntax{line: []string{"%"}, spaced: true}
	php      = &syntax{line: []string{"//", "#"}, block: cLike, strings: []quote{double, single}, spaced: true, heredocs: true}
)

var byExtension = sync.OnceValue(func() map[string]*syntax {
	all := make(map[string]*syntax)
	for extensions, s := range map[string]*syntax{
		"json jsonc json5 code-workspace": jsonc,
		"go":                              goLike,
		"proto":                           proto,
		"py pyi bzl star bazel":           python,
		"toml":                            toml,
		"yaml yml":                        yaml,
		"tf tfvars hcl":                   hcl,
		"jsonnet libsonnet":               jsonnet,
		"cue":                             cue,
		"css":                             css,
		"scss less":                       scss,
		"md markdown":                     markdown,
		"html htm xml xhtml vue svelte xsl xsd plist":          html,
		"dockerfile containerfile":                             docker,
		"ini cfg conf properties editorconfig desktop service": ini,
		"mk mak":                    makefile,
		"sh bash ksh zsh bats dash": shell,
		"sql":                       sql,
		"c h cc cpp cxx hh hpp hxx java kt kts scala swift rs cs m mm dart groovy gradle zig thrift fbs": cCode,
		"js mjs cjs jsx ts mts cts tsx": script,
		"pl pm rb r jl nim tcl ps1 psm1 fish awk sed cmake nix ex exs cr graphql gql rego": perl,
		"lua hs ada adb ads elm vhd vhdl":                                                  lua,
		"lisp clj cljs el scm":                                                             lisp,
		"tex sty erl hrl":                                                                  tex,
		"php":                                                                              php,
	} {
		for extension := range strings.FieldsSeq(extensions) {
			all["."+extension] = s
		}
	}
	return all
})

var byName = map[string]*syntax{
	"BUILD": python, "WORKSPACE": python, "Tiltfile": python, "SConstruct": python,
	"Makefile": makefile, "makefile": makefile, "GNUmakefile": makefile,
	".gitignore": ignored, ".dockerignore": ignored, ".gitattributes": ignored, ".bazelignore": ignored, "CODEOWNERS": ignored,
	".bazelrc": shell, ".editorconfig": ini, "go.mod": {line: slashes, certain: true}, "go.work": {line: slashes, certain: true},
	"requirements.txt": ignored, "CMakeLists.txt": perl, "Gemfile": perl, "Rakefile": perl, "Vagrantfile": perl,
	".bashrc": shell, ".profile": shell, ".envrc": shell, "PKGBUILD": shell,
	"Jenkinsfile": cCode,
}

// syntaxOf returns the syntax of a file, or nil for a file that has no comments
// or is not known.
func syntaxOf(name string, content []byte) *syntax {
	base := path.Base(name)
	if s := byName[base]; s != nil {
		return s
	}
	lower := strings.ToLower(base)
	for _, stem := range []string{"dockerfile", "containerfile"} {
		if lower == stem || strings.HasPrefix(lower, stem+".") {
			return docker
		}
	}
	if s := byExtension()[strings.ToLower(path.Ext(base))]; s != nil {
		return s
	}
	if bytes.HasPrefix(content, []byte("#!")) {
		line, _, _ := bytes.Cut(content, []byte("\n"))
		switch {
		case bytes.Contains(line, []byte("python")):
			return python
		case bytes.HasSuffix(bytes.TrimSpace(line), []byte("sh")) || bytes.Contains(line, []byte("sh ")):
			return shell
		case bytes.Contains(line, []byte("node")) || bytes.Contains(line, []byte("deno")):
			return script
		}
		return perl
	}
	return nil
}

// A comment is a comment in a file.
type comment struct {
	start, end      int // with its markers
	inner, innerEnd int // without them
	block           bool
	uncertain       bool // it may be a part of a string after all
}

// A scan goes through a text.
type scan struct {
	*syntax
	text  []byte
	at    int
	lost  bool // a string does not end: what follows is not certain
	torn  bool // a string in double quotes does not end in its line
	found []comment
	words []heredoc // here-documents that begin with the next line
}

type heredoc struct {
	word   string
	indent bool
}

// comments returns the comments in a text.
func (s *syntax) comments(text []byte) []comment {
	c := &scan{syntax: s, text: text}
	for c.at < len(text) {
		c.step()
	}
	return c.found
}

func (c *scan) has(prefix string) bool { return bytes.HasPrefix(c.text[c.at:], []byte(prefix)) }

// step advances by a token, or a byte.
func (c *scan) step() {
	start := c.lineStart()
	if start && c.skipLines() {
		return
	}
	switch {
	case c.comment(start):
	case c.escapes != "" && c.has(c.escapes):
		c.at = min(c.at+2, len(c.text))
	case c.here():
	case c.string():
	case c.text[c.at] == '\n':
		c.at++
		c.documents()
	default:
		c.at++
	}
}

func (c *scan) lineStart() bool { return c.at == 0 || c.text[c.at-1] == '\n' }

// line returns the line at the place, without its line end.
func (c *scan) lineAt(at int) []byte {
	line, _, _ := bytes.Cut(c.text[at:], []byte("\n"))
	return line
}

// comment reads a comment.
func (c *scan) comment(start bool) bool {
	before := c.text[bytes.LastIndexByte(c.text[:c.at], '\n')+1 : c.at]
	first := len(bytes.TrimSpace(before)) == 0
	for _, pair := range c.block {
		if !c.has(pair[0]) {
			continue
		}
		inner := c.at + len(pair[0])
		n := bytes.Index(c.text[inner:], []byte(pair[1]))
		if n < 0 {
			c.at = len(c.text)
			return true
		}
		end := inner + n + len(pair[1])
		c.found = append(c.found, comment{start: c.at, end: end, inner: inner, innerEnd: inner + n, block: true, uncertain: c.lost})
		c.at = end
		return true
	}
	for _, marker := range c.line {
		if !c.has(marker) || c.alone && !first || c.spaced && !first && !space(before[len(before)-1]) {
			continue
		}
		end := c.at + len(bytes.TrimRight(c.lineAt(c.at), "\r"))
		c.found = append(c.found, comment{start: c.at, end: end, inner: c.at + len(marker), innerEnd: end, uncertain: c.lost})
		c.at = end
		return true
	}
	return false
}

func space(b byte) bool { return b == ' ' || b == '\t' || b == ';' || b == '(' || b == ')' }

// string skips a string.
func (c *scan) string() bool {
	if c.scalars && !c.begins() {
		return false
	}
	for _, q := range c.strings {
		if !c.has(q.begin) {
			continue
		}
		at := c.at + len(q.begin)
		for at < len(c.text) {
			switch rest := c.text[at:]; {
			case q.escape != 0 && rest[0] == q.escape:
				at += 2
				continue
			case bytes.HasPrefix(rest, []byte(q.end)):
				at += len(q.end)
				if q.doubled && bytes.HasPrefix(c.text[at:], []byte(q.end)) {
					at += len(q.end)
					continue
				}
				c.at = at
				return true
			case rest[0] == '\n' && !q.lines:
				c.at, c.torn = at, c.torn || q.begin == `"` // it was none
				return true
			}
			at++
		}
		c.lost = true // an end is missing
		c.at++
		return true
	}
	return false
}

// begins reports whether a scalar of YAML may begin here.
func (c *scan) begins() bool {
	before := bytes.TrimRight(c.text[bytes.LastIndexByte(c.text[:c.at], '\n')+1:c.at], " \t")
	return len(before) == 0 || strings.IndexByte(":,[{-?&!", before[len(before)-1]) >= 0
}

// skipLines skips lines that are not code.
func (c *scan) skipLines() bool {
	line := c.lineAt(c.at)
	if c.fences {
		trimmed := bytes.TrimLeft(line, " ")
		for _, fence := range []string{"```", "~~~"} {
			if len(line)-len(trimmed) < 4 && bytes.HasPrefix(trimmed, []byte(fence)) {
				mark := trimmed[:len(trimmed)-len(bytes.TrimLeft(trimmed, fence[:1]))]
				c.skipTo(func(line []byte) bool {
					line = bytes.TrimSpace(line)
					return len(line) >= len(mark) && len(bytes.Trim(line, fence[:1])) == 0
				})
				return true
			}
		}
		if (bytes.HasPrefix(line, []byte("    ")) || bytes.HasPrefix(line, []byte("\t"))) && c.afterBlank() {
			c.at += min(len(line)+1, len(c.text)-c.at)
			return true
		}
	}
	if c.scalars {
		if indent, ok := scalar(line); ok {
			if i := bytes.Index(line, []byte(" #")); i >= 0 {
				end := c.at + len(bytes.TrimRight(line, "\r"))
				c.found = append(c.found, comment{start: c.at + i + 1, end: end, inner: c.at + i + 2, innerEnd: end, uncertain: c.lost})
			}
			c.at += min(len(line)+1, len(c.text)-c.at)
			for c.at < len(c.text) {
				line := c.lineAt(c.at)
				trimmed := bytes.TrimLeft(line, " ")
				if len(bytes.TrimSpace(line)) > 0 && len(line)-len(trimmed) <= indent {
					break
				}
				c.at += min(len(line)+1, len(c.text)-c.at)
			}
			return true
		}
	}
	return false
}

// afterBlank reports whether the line before this one is empty.
func (c *scan) afterBlank() bool {
	before := bytes.TrimSuffix(c.text[:c.at], []byte("\n"))
	return len(bytes.TrimSpace(before[bytes.LastIndexByte(before, '\n')+1:])) == 0
}

// skipTo skips this line, and those up to one that is the last.
func (c *scan) skipTo(last func(line []byte) bool) {
	for first := true; c.at < len(c.text); first = false {
		line := c.lineAt(c.at)
		c.at += min(len(line)+1, len(c.text)-c.at)
		if !first && last(line) {
			return
		}
	}
}

// scalar reports whether a line of YAML begins a block scalar, and returns the
// indentation of its key or item.
func scalar(line []byte) (indent int, ok bool) {
	text := line
	if i := bytes.Index(text, []byte(" #")); i >= 0 {
		text = text[:i]
	}
	text = bytes.TrimRight(text, " \t\r")
	text = bytes.TrimRight(text, "+-123456789")
	if len(text) < 2 || text[len(text)-1] != '|' && text[len(text)-1] != '>' || text[len(text)-2] != ' ' {
		return 0, false
	}
	before := bytes.TrimRight(text[:len(text)-1], " ")
	if i := bytes.LastIndexByte(before, ' '); i >= 0 && (before[i+1] == '!' || before[i+1] == '&') {
		before = bytes.TrimRight(before[:i], " ")
	}
	if len(before) == 0 || before[len(before)-1] != ':' && before[len(before)-1] != '-' {
		return 0, false
	}
	indent = len(line) - len(bytes.TrimLeft(line, " "))
	// The key of an item is further to the right than its dash, but its scalar is
	// further to the right than the key at least where it has text.
	return indent, true
}

// here notes a here-document.
func (c *scan) here() bool {
	if !c.heredocs || !c.has("<<") || c.has("<<<") {
		return false
	}
	rest := c.text[c.at+2:]
	doc := heredoc{}
	if len(rest) > 0 && (rest[0] == '-' || rest[0] == '~') {
		doc.indent, rest = true, rest[1:]
	}
	rest = bytes.TrimLeft(rest, " \t")
	quoted := len(rest) > 0 && (rest[0] == '\'' || rest[0] == '"' || rest[0] == '\\')
	if quoted {
		rest = rest[1:]
	}
	n := 0
	for n < len(rest) && (rest[n] == '_' || rest[n] >= '0' && rest[n] <= '9' || rest[n] >= 'A' && rest[n] <= 'Z' || rest[n] >= 'a' && rest[n] <= 'z') {
		n++
	}
	if n == 0 || rest[0] >= '0' && rest[0] <= '9' {
		return false
	}
	doc.word = string(rest[:n])
	c.words = append(c.words, doc)
	if quoted && n < len(rest) && (rest[n] == '\'' || rest[n] == '"') {
		n++
	}
	c.at = len(c.text) - len(rest) + n
	return true
}

// documents skips the here-documents that begin with this line.
func (c *scan) documents() {
	words := c.words
	c.words = nil
	for _, doc := range words {
		begin := c.at
		ended := false
		for c.at < len(c.text) && !ended {
			line := c.lineAt(c.at)
			c.at += min(len(line)+1, len(c.text)-c.at)
			text := string(bytes.TrimRight(line, "\r"))
			if doc.indent {
				text = strings.TrimLeft(text, " \t")
			}
			ended = text == doc.word
		}
		if !ended { // it was none, such as a shift
			c.at, c.lost = begin, true
			return
		}
	}
}

// ByInstruction reports whether a comment above a line silences a whole
// instruction of the file name, which may have further lines.
func ByInstruction(name string, content []byte) bool { return syntaxOf(name, content) == docker }

// Skipped reports whether a comment above a line is about a later one: the line
// is empty, or a comment.
func Skipped(name string, content, line []byte) bool {
	line = bytes.TrimSpace(line)
	s := syntaxOf(name, content)
	if s == nil || len(line) == 0 {
		return true
	}
	begins := func(marker string) bool { return bytes.HasPrefix(line, []byte(marker)) }
	return slices.ContainsFunc(s.line, begins) || slices.ContainsFunc(s.block, func(pair [2]string) bool { return begins(pair[0]) })
}
