package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// Files in which fixes of the real go fix, each of them sound, break the build
// or each other: issues of golang/go. One run applies what can be applied,
// checks again and verifies, until nothing is pending, and commits by analyzer.
func TestGoFix(t *testing.T) {
	for _, test := range []struct {
		name  string
		file  string
		files map[string]string // further ones
		want  []string          // that the file has afterward
		not   []string          // that it no longer has
		rules string            // of the commits
	}{
		{
			// Two calls of one function are inlined, and each declares the same variable.
			name: "79813", file: `package p

type queue struct{ items []int }

type worker struct{ queue queue }

//go:fix inline
func drop(q *queue, n int) {
	q.items = append(q.items[:n], q.items[n+1:]...)
}

func (w *worker) run() {
	drop(&w.queue, 0)
	drop(&w.queue, 1)
}
`,
			want: []string{"q.items[:0]", "q.items[:1]"}, not: []string{"drop(&w"}, rules: "vet/inline format/go",
		},
		{
			// Each of two strings in nested loops becomes a builder, and the outer one is
			// given the inner one.
			name: "76476", file: `package p

import "fmt"

func lines(groups [][][]fmt.Stringer) (all []string) {
	for _, group := range groups {
		line := ""
		for _, words := range group {
			part := ""
			for _, word := range words {
				part += word.String()
			}
			line += part
		}
		all = append(all, line)
	}
	return all
}
`,
			want: []string{"part.WriteString(word.String())", "line.WriteString(part.String())"}, not: []string{"+="}, rules: "vet/stringsbuilder format/go",
		},
		{
			// Calls of two functions are inlined, and their variables have one name.
			name: "78432", file: `package p

type option func()

func limit(n int) option { return func() { _ = n } }

func open(name string, options ...option) { _, _ = name, options }

//go:fix inline
func openSmall(name string, n int, more ...option) {
	all := append(more, limit(n))
	open(name, all...)
}

//go:fix inline
func openLarge(name string, n int, more ...option) {
	all := append(more, limit(2*n))
	open(name, all...)
}

func start() {
	openSmall("a", 1, limit(3))
	openLarge("b", 2, limit(4))
}
`,
			want: []string{`open("a"`, `open("b"`}, not: []string{`openSmall("a"`, `openLarge("b"`}, rules: "vet/inline format/go",
		},
		{
			// Two analyzers rewrite one loop. go fix says that it has applied 4 of 5 fixes
			// in two files, and has applied none.
			name: "77482", file: `package p

import "strings"

func listed(list, name string) bool {
	for _, part := range strings.Split(list, ",") {
		if part == name {
			return true
		}
	}
	return false
}

func count(n int) (all []interface{}) {
	for i := 0; i < n; i++ {
		all = append(all, i)
	}
	return all
}
`,
			files: map[string]string{"q.go": "package p\n\nvar q interface{}\n"},
			want:  []string{"slices.Contains(strings.Split(list, \",\"), name)", "range n", "[]any"}, rules: "vet/any vet/rangeint vet/slicescontains",
		},
		{
			// Each analyzer has its own commit. Range over int sees the new variable, so
			// it waits for a round.
			name: "77519", file: `package p

import "sort"

func largest(numbers []int, most int) int {
	sort.Slice(numbers, func(i, j int) bool { return numbers[i] < numbers[j] })
	n := len(numbers)
	if n > most {
		n = most
	}
	for i := 0; i < n; i++ {
		println(numbers[i])
	}
	return n
}
`,
			files: map[string]string{"q.go": "package p\n\nvar q interface{}\n"},
			want:  []string{"slices.Sort(numbers)", "min(len(numbers), most)"}, not: []string{`"sort"`},
			rules: "vet/any vet/minmax vet/slicessort vet/rangeint",
		},
	} {
		t.Run("golang/go #"+test.name, func(t *testing.T) {
			cache, err := exec.Command("go", "env", "GOCACHE").Output()
			if version, _ := exec.Command("go", "env", "GOVERSION").Output(); err != nil || string(version) < "go1.26" {
				t.Skip("there is no go command of Go 1.26 or later")
			}
			root, sh := inCheckout(t)
			t.Setenv("GOCACHE", strings.TrimSpace(string(cache)))
			t.Setenv("XDG_CACHE_HOME", t.TempDir())
			for name, text := range test.files {
				writeFiles(t, root, map[string]string{name: text})
			}
			writeFiles(t, root, map[string]string{"p.go": test.file, "go.mod": "module example.com/p\n\ngo 1.26\n", "autofix.toml": fmt.Sprintf(`[checkers.gofix]
command = ["sh", "-c", "go fix -json ./..."]
files = ["*.go", "go.mod"]
format = "go-vet"
env = {GOCACHE = %q}
`, os.Getenv("GOCACHE"))})
			sh("git add .; git commit -qm first; git tag first; go build ./...")
			fix := []string{"fix", "--trust", "--safety=suggestion", "--verify-command=go build ./...", "--commits=rule"}
			code, out := runIn(root, fix...)
			text := sh("cat p.go")
			if code != 0 {
				t.Fatalf("exit code %d\n%s", code, out)
			}
			for _, want := range test.want {
				if !strings.Contains(text, want) {
					t.Errorf("it lacks %s", want)
				}
			}
			for _, not := range test.not {
				if strings.Contains(text, not) {
					t.Errorf("it still has %s", not)
				}
			}
			if got := strings.Join(strings.Fields(sh("git log --reverse --format='%(trailers:key=Autofix-Rule,valueonly)' first..")), " "); got != test.rules {
				t.Errorf("commits of %s, want %s", got, test.rules)
			}
			sh("go build ./...; go vet ./...")
			if code, again := runIn(root, fix...); code != 0 || !strings.Contains(again, "nothing pending") || sh("git status --short") != "" {
				t.Errorf("once more: exit code %d\n%s", code, again)
			}
			if t.Failed() {
				t.Logf("%s\n%s", out, text)
			}
		})
	}
}
