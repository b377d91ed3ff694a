// Package source reads the sources of a tree: their tokens, declarations, names
// and test cases, and whether the cases run and assert anything.
//
// It reads Go and BUILD files by their parsers, Python, JavaScript and
// TypeScript by their tokens, and shell by its lines. Tests in other languages
// count as their runner reports them, and a verdict that depends on them is at
// most weak. Texts are hostile: any text is read in bounded time, without an
// error. File.Unreadable reports texts that cannot be read.
package source

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/bazelbuild/buildtools/build"
)

// The bounds of a source.
const (
	// MaxBytes is how much of a text is read.
	MaxBytes = 1 << 20
	maxTests = 10_000
	maxDepth = 500 // groups in groups
)

// A Language is one whose tests are known.
type Language string

// The languages.
const (
	Go         Language = "go"
	Python     Language = "python"
	JavaScript Language = "javascript" // and TypeScript
	Starlark   Language = "starlark"   // BUILD files
	Shell      Language = "shell"
)

// A Kind is the kind of a declaration for a test runner.
type Kind string

// The kinds.
const (
	Function  Kind = "test"
	Benchmark Kind = "benchmark"
	Fuzz      Kind = "fuzz"
	Example   Kind = "example"
	Target    Kind = "target" // of Bazel
	Program   Kind = "program"
	// Hook is code that the runner calls around tests, and that can decide
	// their result: TestMain and init of Go, all of conftest.py.
	Hook Kind = "hook"
)

// A Test is a test that a source declares, or a hook.
type Test struct {
	Path     string
	Language Language
	Kind     Kind
	Groups   []string // the classes or describes around it, the outermost first
	Name     string   // without groups, parameters and subtests
	Line     int      // from 1
	Last     int      // the last line
	// Digest is of its code, without comments and layout.
	Digest string
	// Skipped is the statement that keeps it from running or from failing, such
	// as t.Skip, or is empty. Skips counts all calls that may skip it, under
	// conditions too.
	Skipped string
	Skips   int
	// Only is whether it, or a group around it, keeps all other tests from
	// running.
	Only bool
	// Asserts counts the assertions that can make it fail. Assertions of
	// constants and code after a return do not count. It is not known of
	// targets and programs, where it is -1.
	Asserts int
	// Open is whether the name has parts that are known only at run time.
	Open bool

	pattern pattern // of the name, or nil
}

// Empty reports whether it asserts nothing.
func (t *Test) Empty() bool { return t.Asserts == 0 }

// FullName returns the name with the groups, for a person.
func (t *Test) FullName() string {
	separator := " > "
	if t.Language == Python {
		separator = "::"
	} else if t.Language != JavaScript {
		separator = "."
	}
	return strings.Join(append(t.Groups[:len(t.Groups):len(t.Groups)], t.Name), separator)
}

// Key identifies a test in its file.
func (t *Test) Key() string {
	return string(t.Kind) + "\x00" + strings.Join(t.Groups, "\x00") + "\x00" + t.Name
}

// A File has the declarations of a source.
type File struct {
	Path     string
	Language Language // empty if it is not known
	Tests    []Test   // without hooks, in the order of the text
	Hooks    []Test
	// Constraint decides whether the file counts at all, such as a build
	// constraint of Go, or is empty.
	Constraint string
	// Rest is the digest of the code outside of tests and hooks, such as a
	// table that a test reads.
	Rest string
	// Unreadable says why Tests may lack some, or is empty.
	Unreadable string
	// Open is whether tests may be declared in ways that are not seen, such as
	// by a macro of a BUILD file.
	Open bool

	// Text is what was read.
	Text []byte

	tokens   []Token
	goTree   *GoTree
	starlark *build.File
	err      error // of the tree
}

// Of returns the declarations of a source. A path is relative to the root of
// the tree, with slashes.
func Of(name string, text []byte) (file *File) {
	file = Read(name, text)
	defer func() {
		// A parser that panics is a fault of that text alone.
		if r := recover(); r != nil {
			file.Unreadable = fmt.Sprint("its parser failed: ", r)
		}
	}()
	switch file.Language {
	case Go:
		file.readGo()
	case Python:
		file.readPython()
	case JavaScript:
		file.readJavaScript()
	case Starlark:
		file.readStarlark()
	case Shell:
		file.readShell()
	}
	return file
}

// Read returns a source without its declarations. Its tokens and its tree are
// made when they are asked for, once.
func Read(name string, text []byte) *File {
	f := &File{Path: name, Language: LanguageOf(name), Text: text}
	if len(text) > MaxBytes {
		f.Text = text[:MaxBytes]
		f.Unreadable = fmt.Sprintf("only the first %d bytes were read", MaxBytes)
	}
	return f
}

// Tokens returns the tokens of a source, with comments. Starlark has the ones
// of Python.
func (f *File) Tokens() []Token {
	if f.tokens == nil {
		language := f.Language
		if path.Ext(f.Path) == ".bzl" {
			language = Starlark
		}
		f.tokens = Scan(language, f.Text)
	}
	return f.tokens
}

// Code returns the tokens without comments.
func (f *File) Code() []Token {
	return slices.DeleteFunc(slices.Clone(f.Tokens()), func(t Token) bool { return t.Kind == Comment })
}

// add appends a test or hook, up to the bound.
func (f *File) add(t Test) {
	if len(f.Tests)+len(f.Hooks) >= maxTests {
		f.Unreadable = fmt.Sprintf("only the first %d tests were read", maxTests)
		return
	}
	t.Path, t.Language = f.Path, f.Language
	if t.Kind == Hook {
		f.Hooks = append(f.Hooks, t)
		return
	}
	f.Tests = append(f.Tests, t)
}

// digest returns the digest of code without comments and layout. If layout has
// a meaning, the columns of first tokens count, relative to the first one.
func digest(text []byte, code []Token, layout bool) string {
	h := sha256.New()
	for _, t := range code {
		if t.Kind == Comment {
			continue
		}
		if layout && t.First && t.Depth == 0 {
			fmt.Fprintf(h, "\n%d", t.Column-code[0].Column)
		}
		h.Write(text[t.Start:t.End])
		h.Write([]byte{0})
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// LanguageOf returns the language of a file whose tests are known, or "".
func LanguageOf(name string) Language {
	base := path.Base(name)
	if IsBuildFile(base) {
		return Starlark
	}
	switch path.Ext(base) {
	case ".go":
		return Go
	case ".py":
		return Python
	case ".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts":
		return JavaScript
	case ".sh", ".bash", ".bats":
		return Shell
	}
	return ""
}

// IsBuildFile reports whether a file has targets of Bazel, by its last name.
func IsBuildFile(base string) bool { return base == "BUILD" || base == "BUILD.bazel" }

// unread are the extensions of code whose tests, and whose mistakes, nothing
// here can tell.
var unread = set(".c .c++ .cc .cpp .cs .cxx .dart .ex .exs .groovy .h .h++ .hh .hpp .hxx .java .kt .kts .lua .m .mm .php .pl .rb .rs .scala .swift .zig")

// Unread reports whether a file is code in a language that is not read here.
// What becomes of the tests in it is not known. Data of tests is not code.
func Unread(name string) bool {
	return unread[strings.ToLower(path.Ext(name))] && inTestFolder(name) != "testdata"
}
