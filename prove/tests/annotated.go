package tests

import (
	"path"
	"strings"

	"github.com/rules-autofix/rules_autofix/prove/tests/tokens"
)

// A block is a class or module whose braces are open.
type block struct {
	end  int
	name string
	skip string
}

// readJVM reads methods with an annotation of JUnit, and methods of JUnit 3.
func (f *File) readJVM() {
	s := newScript(f.text, tokens.Java)
	defer func() { f.Rest = s.rest() }()
	var blocks []block
	var notes []string // annotations since the last declaration
	for i := 0; i < len(s.code); i++ {
		blocks = leave(blocks, i)
		switch word := s.at(i); {
		case word == "@":
			end := i + 1
			for s.at(end+1) == "." {
				end += 2
			}
			notes = append(notes, s.at(end))
			i = end
			if s.at(i+1) == "(" {
				i = s.close[i+1]
			}
		case (word == "class" || word == "object" || word == "interface") && s.at(i-1) != "." && s.at(i-1) != ":":
			if open := s.brace(i); open > 0 {
				blocks = append(blocks, block{s.close[open], s.at(i + 1), noteSkip(notes)})
				i = open
			}
			notes = nil
		case s.at(i+1) == "(" && (noted(notes, "Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate", "Theory") ||
			strings.HasPrefix(word, "test") && s.at(i-1) == "void"):
			name := word
			if s.code[i].Kind == tokens.String {
				name = strings.Trim(s.code[i].Text(f.text), "`")
			}
			end := s.bodyEnd(i + 1)
			f.addMethod(s, name, i, end, blocks, noteSkip(notes), noted(notes, "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate", "Theory"))
			i, notes = end, nil
		case word == ";" || word == "}":
			notes = nil
		}
	}
}

// addMethod adds a test that tokens from i to end declare.
func (f *File) addMethod(s *script, name string, i, end int, blocks []block, skip string, open bool) {
	end = min(end, len(s.code)-1)
	t := Test{
		Kind: Function, Name: name, Line: s.code[i].Line, Last: s.code[end].Line, Skipped: skip, Open: open,
		Digest: digest(f.text, s.code[i:end+1], false),
	}
	if skip != "" {
		t.Skips++
	}
	for _, b := range blocks {
		t.Groups = append(t.Groups, b.name)
		if t.Skipped == "" {
			t.Skipped = b.skip
		}
	}
	s.calls(&t, i+1, end)
	f.add(t)
	s.read = append(s.read, [2]int{i, end})
}

// rest returns the digest of the tokens outside of tests.
func (s *script) rest() string {
	var rest []tokens.Token
	at := 0
	for _, r := range s.read {
		rest = append(rest, s.code[at:r[0]]...)
		at = r[1] + 1
	}
	return digest(s.text, append(rest, s.code[at:]...), false)
}

// leave removes the blocks that have ended.
func leave(blocks []block, i int) []block {
	for len(blocks) > 0 && i >= blocks[len(blocks)-1].end {
		blocks = blocks[:len(blocks)-1]
	}
	return blocks
}

func noted(notes []string, any ...string) bool {
	for _, n := range notes {
		for _, a := range any {
			if n == a {
				return true
			}
		}
	}
	return false
}

func noteSkip(notes []string) string {
	for _, n := range notes {
		switch n {
		case "Disabled", "Ignore", "Ignored", "ignore":
			return n
		}
	}
	return ""
}

// brace returns the index of the opening brace of a declaration, or -1.
func (s *script) brace(i int) int {
	for k := i; k < len(s.code) && k < i+200; k++ {
		switch s.at(k) {
		case "{":
			return k
		case ";", "}":
			return -1
		case "(", "[":
			k = s.close[k]
		}
	}
	return -1
}

// bodyEnd returns the index of the end of a function, whose parameters open at
// i: of its closing brace, or of its last token.
func (s *script) bodyEnd(i int) int {
	end := s.close[i]
	if end >= len(s.code)-1 {
		return len(s.code) - 1
	}
	open := s.brace(end + 1)
	if open < 0 {
		return end
	}
	return min(s.close[open], len(s.code)-1)
}

// calls counts assertions and skips among tokens.
func (s *script) calls(t *Test, from, to int) {
	for i := from; i <= to; i++ {
		if s.code[i].Kind != tokens.Word {
			continue
		}
		word := s.code[i].Text(s.text)
		switch s.at(i + 1) {
		case "(":
		case "!":
			if strings.HasPrefix(word, "assert") || strings.HasPrefix(word, "debug_assert") || word == "panic" {
				if i+2 < len(s.code) && !(strings.HasPrefix(word, "assert") && s.constant(i+2)) {
					t.Asserts++
				}
			}
			continue
		default:
			if word == "throw" {
				t.Asserts++
			}
			continue
		}
		switch {
		case word == "GTEST_SKIP" || word == "assumeTrue" || word == "assumeFalse" || word == "assumeThat" || word == "SKIP":
			t.Skips++
			if word == "GTEST_SKIP" && s.code[i].Depth == s.code[to].Depth+1 && t.Asserts == 0 && t.Skipped == "" {
				t.Skipped = word
			}
		case word == "unwrap" || word == "expect" || word == "fail" || word == "FAIL" || word == "ADD_FAILURE":
			t.Asserts++
		case assertionName(word):
			if !(constantAsserts[strings.ToLower(strings.ReplaceAll(word, "_", ""))] && s.constant(i+1)) {
				t.Asserts++
			}
		}
	}
}

// constantAsserts are assertions that cannot fail on equal constants: of JUnit,
// GoogleTest and Catch2.
var constantAsserts = map[string]bool{
	"asserttrue": true, "assertfalse": true, "assertequals": true, "asserteq": true, "expecttrue": true,
	"expectfalse": true, "expecteq": true, "require": true, "check": true, "assertthat": true,
}

// readCpp reads the macros of GoogleTest and Catch2. A test file without these
// that has its own main is one test.
func (f *File) readCpp() {
	s := newScript(f.text, tokens.C)
	for i := 0; i < len(s.code); i++ {
		macro := s.at(i)
		switch macro {
		case "TEST", "TEST_F", "TEST_P", "TYPED_TEST", "TYPED_TEST_P", "TEST_CASE", "SCENARIO":
		default:
			continue
		}
		if s.at(i+1) != "(" || s.close[i+1] >= len(s.code) {
			continue
		}
		end := s.bodyEnd(i + 1)
		open := macro == "TEST_P" || strings.HasPrefix(macro, "TYPED")
		switch {
		case macro == "TEST_CASE" || macro == "SCENARIO":
			if s.code[i+2].Kind == tokens.String {
				f.addMethod(s, unquote(s.code[i+2].Text(f.text)), i, end, nil, "", false)
			}
		case s.at(i+3) == ",":
			suite, name := s.at(i+2), s.at(i+4)
			skip := ""
			if strings.HasPrefix(suite, "DISABLED_") || strings.HasPrefix(name, "DISABLED_") {
				skip = "DISABLED_"
			}
			f.addMethod(s, name, i, end, []block{{name: suite}}, skip, open)
		}
		i = max(i, end)
	}
	if len(f.Tests) == 0 && IsTestFile(f.Path) && hasMain(s) {
		f.addProgram(s)
		return
	}
	f.Rest = s.rest()
}

// hasMain reports whether a source has a function of that name.
func hasMain(s *script) bool {
	for i := range s.code {
		if s.at(i) == "main" && s.at(i+1) == "(" && s.code[i].Depth == 0 {
			return true
		}
	}
	return false
}

// addProgram adds the test that a file is as a whole.
func (f *File) addProgram(s *script) {
	if len(s.code) == 0 {
		return
	}
	base := path.Base(f.Path)
	f.add(Test{
		Kind: Program, Name: strings.TrimSuffix(base, path.Ext(base)), Line: 1, Last: s.code[len(s.code)-1].Line,
		Digest: digest(f.text, s.code, false), Asserts: -1,
	})
}

// readRust reads functions with an attribute such as #[test].
func (f *File) readRust() {
	s := newScript(f.text, tokens.Rust)
	defer func() { f.Rest = s.rest() }()
	var blocks []block
	var notes []string
	for i := 0; i < len(s.code); i++ {
		blocks = leave(blocks, i)
		switch word := s.at(i); {
		case word == "#" && s.at(i+1) == "[":
			end := min(s.close[i+1], len(s.code))
			last := i + 2
			for s.at(last+1) == "::" {
				last += 2
			}
			notes = append(notes, s.at(last))
			i = end
		case word == "mod":
			if open := s.brace(i); open > 0 {
				blocks = append(blocks, block{s.close[open], s.at(i + 1), ""})
				i = open
			}
			notes = nil
		case word == "fn" && s.at(i+2) == "(":
			end := s.bodyEnd(i + 2)
			if noted(notes, "test", "rstest", "test_case", "proptest", "quickcheck") {
				f.addMethod(s, s.at(i+1), i, end, blocks, noteSkip(notes), noted(notes, "rstest", "test_case"))
			}
			i, notes = end, nil
		case word == ";" || word == "}":
			notes = nil
		}
	}
}

// readShell reads a script as one test, and a Bats file as its tests.
func (f *File) readShell() {
	if !IsTestFile(f.Path) {
		return
	}
	s := newScript(f.text, tokens.Shell)
	base := path.Base(f.Path)
	if path.Ext(base) != ".bats" {
		f.addProgram(s)
		return
	}
	for i := 0; i+2 < len(s.code); i++ {
		if s.at(i) == "@" && s.at(i+1) == "test" && s.code[i].First && s.code[i+2].Kind == tokens.String && s.at(i+3) == "{" {
			end := min(s.close[i+3], len(s.code)-1)
			t := Test{
				Kind: Function, Name: unquote(s.code[i+2].Text(f.text)), Line: s.code[i].Line, Last: s.code[end].Line,
				Digest: digest(f.text, s.code[i:end+1], false), Asserts: -1,
			}
			for k := i; k < end; k++ {
				if s.at(k) == "skip" && s.code[k].First {
					t.Skipped, t.Skips = "skip", t.Skips+1
				}
			}
			f.add(t)
			i = end
		}
	}
}
