package toml_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"

	stdjson "encoding/json"

	gotoml "github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/toml"
	"github.com/rules-autofix/rules_autofix/internal/testing/operationtest"
	"github.com/rules-autofix/rules_autofix/internal/testing/operationtest/corpus"
)

var language = operationtest.Language{
	Open: func(text []byte) (operation.File, error) {
		f, err := toml.Open(text)
		if err != nil {
			return nil, err
		}
		return f, nil
	},
	Decode: toml.Decode,
}

// files are texts for random operations. Each is in the style of a kind of
// file.
var files = map[string]string{
	"Cargo.toml": `[package]
name = "web"
version = "0.1.0"
edition = "2024"

# what we need
[dependencies]
serde = { version = "1", features = ["derive"] }
tokio = "1.40" # runtime
# log = "0.4"

[dependencies.rand]
version = "0.9"
default-features = false

[dev-dependencies]

[[bin]]
name = "a"
path = "src/a.rs"

[[bin]]
name = "b"

[profile.release]
lto = true

[target.'cfg(unix)'.dependencies]
libc = "0.2"
`,
	"pyproject.toml": `# The project.

[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "x"
dependencies = [
    "a>=1",  # first
    # "b",
    "c",
]
authors = [{name = "A", email = "a@example.com"}]
urls.Home = "https://example.com"
urls."Bug tracker" = "https://example.com/bugs"

[tool.ruff]
line-length = 100

[tool.ruff.lint]
select = [
  "E",
  "F"
]

[tool.pytest.ini_options]
addopts = '-q'
`,
	"lock": "version = 1\r\n\r\n[[package]]\r\nname = \"a\"\r\nversion = \"1\"\r\n\r\n[[package.file]]\r\nhash = \"x\"\r\n\r\n[[package.file]]\r\nhash = \"y\"\r\n\r\n[[package]]\r\nname = \"b\"\r\n\r\n[package.extras]\r\nall = [\"a\"]\r\n\r\n[metadata]\r\nhash = \"z\"",
	"values": `int = 1_000
hex = 0xdead_BEEF
oct = 0o17
bin = 0b1010
plus = +1
float = 6.626e-34
inf = -inf
nan = nan
date = 2024-05-01
time = 07:32:00.5
local = 2024-05-01 07:32:00
offset = 2024-05-01T07:32:00-07:00
basic = "a\tb \"c\" \u00e9"
literal = 'c:\x'
long = """
one \
   two
three"""
raw = '''
'one'
two'''
"quoted key" = 1
'literal key' = 2
"" = 3
"é" = 4
`,
	"dotted": `a.b.c = 1
a.b.d = 2
a . "x y" = 3
z = { p.q = 1, p.r = 2, s = {} }

[t]
u.v = 1

[t.u.w]
deep = true
`,
	"late": `[a.b.c]
x = 1

[a]
y = 2

[d.e]
[d]
z = 1
[a.b]
k = 1
`,
	"indented":          "\ufeff# top\n\n[servers]\n\n  [servers.alpha]\n  ip   = \"10.0.0.1\"\n  role = \"frontend\"\n\n  # beta\n  [servers.beta]\n  ip   = \"10.0.0.2\"\n\n# end\n",
	"tight":             "a=1\nb=[1,2]\n[c]\nd={e=1,f=[]}\n[[g]]\nh=1\n[[g]]\n[i]\n",
	"comments":          "# head\n\n# of a\na = 1 # one\n\n# floating\n\n# of b\nb = [ # open\n  1, # one\n  # of two\n  2\n  # end\n] # after\nc = [\n  # nothing\n]\n# x = 1\n# dangling\n\n# of t\n[t] # header\n# inside\nk = 1\n# after k\n\n# last\n",
	"empty":             "",
	"comment":           "# only",
	"new inline tables": "a = {\n  b = 1, # one\n  # of c\n  c = 2,\n}\n",
	"nested arrays":     "m = [[1, 2], [3, 4]]\nt = [{ a = 1 }, { a = 2, b = [{ c = 1 }] }]\n\n[[o]]\n[[o.p]]\n[[o.p.q]]\nx = 1\n[o.p.r]\n[[o]]\n[o.s.t]\n",
}

// Random operations, one after the other, keep all promises.
func TestRandom(t *testing.T) {
	rounds := 60
	if testing.Short() {
		rounds = 10
	}
	for name, text := range files {
		t.Run(name, func(t *testing.T) {
			checkOther(t, text, decode(t, text))
			for seed := range rounds {
				runRandom(t, text, uint64(seed), 12, true)
				if t.Failed() {
					return
				}
			}
		})
	}
}

func TestRandomOnRealFiles(t *testing.T) {
	operationtest.RealFiles(t, corpus.Of(".toml"), func(t *testing.T, text string, seed uint64) { runRandom(t, text, seed, 12, true) })
}

// runRandom applies random operations. If exact is set, taking one back gives
// the bytes before it: the text has the layout that new text gets.
func runRandom(t *testing.T, text string, seed uint64, steps int, exact bool) {
	random := rand.New(rand.NewPCG(seed, 7))
	f, err := toml.Open([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var script []string
	value := f.Value(0)
	for range steps {
		op, inverse := operationtest.Random(random, value, operationtest.Values)
		if op == nil {
			break
		}
		before := string(f.Text())
		script = append(script, operationtest.Format(op))
		t.Log(script[len(script)-1])
		next, opErr := operation.Apply(value, op)
		if opErr != nil {
			t.Fatal(opErr)
		}
		if err := f.Apply(op); err != nil {
			if !rejects(err) {
				t.Fatalf("%s: %v", strings.Join(script, "\n"), err)
			}
			script = script[:len(script)-1]
			if after := string(f.Text()); after != before {
				t.Fatalf("%v, and the text is\n%s", err, after)
			}
			continue
		}
		language.Verify(t, text, f, next)
		after := string(f.Text())
		checkOther(t, after, next)
		checkKept(t, before, after, op)
		if exact {
			takenBack(t, before, after, op, inverse)
		}
		value = next
		if t.Failed() {
			t.Fatalf("after\n%s\n%s\n->\n%s", strings.Join(script, "\n"), before, after)
		}
	}
	f.Reset()
	if got := string(f.Text()); got != text || len(f.Edits()) > 0 {
		t.Fatalf("Reset leaves\n%s", got)
	}
}

// headers returns the number of headers of a text.
func headers(text string) int {
	n := 0
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimLeft(line, " \t"), "[") {
			n++
		}
	}
	return n
}

// rejects reports whether an error says that TOML has no such thing.
func rejects(err error) bool {
	e, ok := err.(*operation.Error)
	return ok && (e.Code == operation.CodeUnsupportedValue || e.Code == operation.CodeUnsupportedPlace)
}

// checkOther holds that the library's decoder, which does not read the tree
// that the operations change, gives the same value.
func checkOther(t *testing.T, text string, want any) {
	t.Helper()
	var got map[string]any
	if err := gotoml.Unmarshal([]byte(strings.TrimPrefix(text, "\ufeff")), &got); err != nil {
		t.Errorf("the library's decoder: %v\n%s", err, text)
	} else if !sameAsOther(want, got) {
		t.Errorf("the library's decoder gives %v, want %v\n%s", got, want, text)
	}
}

// sameAsOther compares a value with that of the other decoder, in which dates
// and times are not spelled.
func sameAsOther(want, got any) bool {
	switch got := got.(type) {
	case map[string]any:
		object, ok := want.(map[string]any)
		if !ok || len(object) != len(got) {
			return false
		}
		for name, value := range got {
			if !sameAsOther(object[name], value) {
				return false
			}
		}
		return true
	case []any:
		array, ok := want.([]any)
		if !ok || len(array) != len(got) {
			return false
		}
		for i := range got {
			if !sameAsOther(array[i], got[i]) {
				return false
			}
		}
		return true
	case time.Time, gotoml.LocalDate, gotoml.LocalTime, gotoml.LocalDateTime:
		_, ok := want.(string)
		return ok
	case int64:
		return operation.Equal(want, stdjson.Number(fmt.Sprint(got)))
	case float64:
		if number, ok := want.(stdjson.Number); ok {
			f, err := number.Float64()
			return err == nil && f == got
		}
	}
	return operation.Equal(want, got)
}

// checkKept holds that what an operation does not change is there in the same
// order: words are enough to see that.
func checkKept(t *testing.T, before, after string, op *fixedits.Operation) {
	t.Helper()
	small, large := before, after
	switch op.Kind {
	case fixedits.OpRemoveKey:
		small, large = after, before
	case fixedits.OpAddValue, fixedits.OpInsertArrayItem:
	default:
		return
	}
	left := comments(small)
	for _, comment := range comments(large) {
		if len(left) > 0 && left[0] == comment {
			left = left[1:]
		}
	}
	if len(left) > 0 {
		t.Errorf("%s: the comment %q", operationtest.Format(op), left[0])
	}
}

// comments returns the comments of a text.
func comments(text string) []string {
	var p unstable.Parser
	p.KeepComments = true
	p.Reset([]byte(strings.TrimPrefix(text, "\ufeff")))
	var all []string
	var walk func(n *unstable.Node)
	walk = func(n *unstable.Node) {
		if n.Kind == unstable.Comment {
			all = append(all, strings.TrimSpace(string(n.Data)))
		}
		for children := n.Children(); children.Next(); {
			walk(children.Node())
		}
	}
	for p.NextExpression() {
		e := p.Expression()
		walk(e)
		if e.Kind != unstable.Comment && e.Next() != nil {
			walk(e.Next())
		}
	}
	return all
}

func decode(t *testing.T, text string) any {
	t.Helper()
	values, err := toml.Decode([]byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return values[0]
}

// takenBack holds that an operation and its inverse, on the new text, give the
// old one.
func takenBack(t *testing.T, before, after string, op, inverse *fixedits.Operation) {
	t.Helper()
	if inverse == nil {
		return
	}
	target, err := operation.Lookup(decode(t, before), op.Pointer)
	if object, _ := target.(map[string]any); err != nil || len(object) == 0 {
		return
	}
	if op.Kind == fixedits.OpRenameKey && strings.ContainsAny(before, `'"`) {
		return // the quotes of keys may be others
	}
	got, runErr := language.Run(t, after, []*fixedits.Operation{inverse})
	if runErr != nil {
		t.Errorf("%s: %v", operationtest.Format(inverse), runErr)
	} else if headers(got) != headers(before) { // a table has one now
		checkOther(t, got, decode(t, before))
	} else if isAlone.MatchString(before) {
		if withoutEmptyLines(got) != withoutEmptyLines(before) {
			t.Errorf("%s and back, whatever the empty lines:\n%s\n->\n%s\n->\n%s", operationtest.Format(op), before, after, got)
		}
	} else if got != before {
		t.Errorf("%s and back:\n%s\n->\n%s\n->\n%s", operationtest.Format(op), before, after, got)
	}
}

// isAlone matches a line with a key in a comment, of which the next line is no
// key. New text is apart from such a line, and the empty line stays when the
// text is taken back.
var isAlone = regexp.MustCompile(`(?m)^[ \t]*# old = \[1, 2\]\r?\n(?:[ \t]*\r?\n|[ \t]*[#\[]|\z)`)

func withoutEmptyLines(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) != "" {
			b.WriteString(line)
		}
	}
	return b.String()
}
