//go:build e2e

package e2e

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Follows the README of examples/go_checker: analyzers with facts, of two suites
// and an own one, on libraries, binaries, and tests inside and outside of a
// package. Each fix names its analyzer, which the patches of nogo do not:
// bazel-contrib/rules_go#3388.
func TestGoCheckerExampleFollowed(t *testing.T) {
	const guide = "examples/go_checker/README.md"
	w := goCheck.fresh(t)
	w.bazel(t, "build", "--config=lint", "//...").wantCode(t, 0)
	w.wantSession(t, guide, blockOf(t, guide, "Go analyzers", 1), 1, 0, 0)
	if diff := w.git(t, "diff", "--stat", "--", "price", "shop"); !strings.Contains(diff, "3 files changed") {
		t.Errorf("fixed:\n%s", diff)
	}
	fixed := w.sources(t)
	w.bazel(t, "run", "//:fix").wantCode(t, 0)
	w.wantUntouched(t, fixed)
}

// Generated files, cgo, embedded libraries, comments //nolint and build
// constraints are treated as nogo treats them.
func TestGoCheckerFindsWhatNogoWould(t *testing.T) {
	w := goCheck.fresh(t)
	w.overlay(t, "go_checker")
	w.git(t, "add", "--all")
	w.bazel(t, "build", "--config=lint", "//kinds/...", "//ring/...").wantCode(t, 0)
	const generated = "kinds/gen.go:3:1: warning: 1 result of go not used: warning: interface{} can be replaced by any [go/any] in line 3: generated: fix what generates it [autofix/refused-result]"
	for target, want := range map[string][]string{
		"kinds/kinds": {
			generated,
			"kinds/kinds.go:4:13: warning: interface{} can be replaced by any [go/any] (fixable, 3 times: lines 4, 8, 11)",
			"  kinds/marked.go: marked as generated; to check it: [files] generated = true",
		},
		"kinds/kinds_test": {
			generated,
			"kinds/kinds_test.go:5:12: warning: interface{} can be replaced by any [go/any] (fixable)",
		},
		"kinds/native": {"kinds/plain.go:3:11: warning: interface{} can be replaced by any [go/any] (fixable)"},
		"kinds/part":   {"kinds/part.go:5:15: warning: nobody uses the result of Of, which has no other effect [go/mustuse] (fixable)"},
		"kinds/whole":  {"kinds/whole.go:8:2: warning: nobody uses the result of Of, which has no other effect [go/mustuse] (fixable)"},
		"ring/ring_test": {
			"ring/inside_test.go:3:12: warning: interface{} can be replaced by any [go/any] (fixable)",
			"ring/inside_test.go:5:17: warning: nobody uses the result of Of, which has no other effect [go/mustuse] (fixable)",
			"ring/outside_test.go:11:2: warning: nobody uses the result of Of, which has no other effect [go/mustuse] (fixable)",
			"ring/outside_test.go:12:2: warning: nobody uses the result of Use, which has no other effect [go/mustuse] (fixable)",
		},
	} {
		if diff := cmp.Diff(want, findingsIn(w.read(t, "bazel-bin/"+target+".autofix/lint/go.txt"))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", target, diff)
		}
	}

	w.bazel(t, "run", "//:fix").wantCode(t, 0)
	for name, want := range map[string]string{
		"kinds/kinds.go":      "var silent interface{} //nolint:any // as it was\n\nvar named any //nolint:rangeint\n",
		"kinds/kinds_test.go": "var tested any\n",
		"kinds/marked.go":     "var marked interface{}\n",
		"kinds/other.go":      "var elsewhere interface{}\n",
		"kinds/native.go":     "var native interface{} = int(C.one())\n",
		"kinds/plain.go":      "var Plain any = native\n",
		"kinds/unchecked.go":  "var Unchecked interface{}\n",
	} {
		if text := w.read(t, name); !strings.Contains(text, want) {
			t.Errorf("%s lacks %q:\n%s", name, want, text)
		}
	}
	w.bazel(t, "build", "//kinds/...", "//ring/...").wantCode(t, 0)
}

// findingsIn returns the lines of a report that are findings.
func findingsIn(report string) []string {
	var lines []string
	for line := range strings.Lines(report) {
		if !strings.HasPrefix(line, "autofix: ") {
			lines = append(lines, strings.TrimSuffix(line, "\n"))
		}
	}
	return lines
}

// A broken analyzer is an error that names it, and the others go on.
func TestBrokenGoAnalyzers(t *testing.T) {
	w := goCheck.fresh(t)
	w.overlay(t, "go_checker")
	w.replace(t, "tools/lint/BUILD.bazel", `analyzers = ["//tools/mustuse"],`, `analyzers = [
        "//tools/mustuse",
        "//tools/broken:overlaps",
        "//tools/broken:panics",
        "//tools/broken:twice",
    ],`)
	w.git(t, "add", "--all")
	w.bazel(t, "build", "--config=lint", "//shop:shop_lib").wantCode(t, 0).wantStderr(t, "the analyzer panics panicked on example.com/shop/shop: out of luck")
	want := []string{
		"shop/main.go:1:1: error: the analyzer mustuse_2 has found nothing here: it failed: the analyzer mustuse of example.com/shop/tools/broken/twice does not run: that of example.com/shop/tools/mustuse has the same name [go/mustuse_2]",
		"shop/main.go:1:1: error: the analyzer panics has found nothing here: it panicked: out of luck [go/panics]",
		"shop/main.go:2:1: warning: a package (clause) [go/overlaps]",
		"  shop/main.go:2:9: of this name",
		`shop/main.go:2:1: warning: the analyzer overlaps has a fix "Replace it" that is not used: the edits at 2:1 and 2:4 overlap [go/overlaps]`,
		"shop/main.go:11:2: warning: nobody uses the result of Of, which has no other effect [go/mustuse] (fixable)",
		"shop/main.go:12:15: warning: interface{} can be replaced by any [go/any] (fixable)",
		"shop/main.go:13:6: warning: for loop can be modernized using range over int [go/rangeint] (fixable)",
	}
	if diff := cmp.Diff(want, findingsIn(w.read(t, "bazel-bin/shop/shop_lib.autofix/lint/go.txt"))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	const members = `"category": "clause", "related": [{"path": "shop/main.go", "start": 31, "end": 35, "line": 2, "column": 9, "message": "of this name"}]`
	if text := w.read(t, "bazel-bin/shop/shop_lib.autofix/lint/go.json"); !strings.Contains(text, members) {
		t.Errorf("the artifact lacks %s:\n%s", members, text)
	}

	// The others are fixed. That some have found nothing shuts the gate, and is
	// never mistaken for nothing found.
	w.bazel(t, "run", "//:fix", "--", "//shop:shop_lib").wantCode(t, 1)
	if text := w.read(t, "shop/main.go"); !strings.Contains(text, "for i := range 3 {\n") {
		t.Errorf("not fixed:\n%s", text)
	}
	w.bazel(t, "build", "--config=lint-strict", "//shop:shop_lib").wantCode(t, 1).wantStderr(t, "the analyzer panics has found nothing here")
}

// A package whose types are wrong is not analyzed, which fails the build.
func TestGoCheckerNeedsTypes(t *testing.T) {
	w := goCheck.fresh(t)
	w.append(t, "shop/main.go", "\nvar wrong int = \"\"\n")
	w.bazel(t, "build", "--config=lint", "//shop:shop_lib").wantCode(t, 1).wantStderr(t, "shop/main.go:")
}

// The actions have no network, and paths that may be mapped.
func TestGoAnalysisIsDeclared(t *testing.T) {
	w := goCheck.fresh(t)
	got := w.bazel(t, "aquery", "--config=lint", "--experimental_output_paths=strip", `mnemonic("AutofixGoAnalysis", //shop:shop_lib)`)
	got.wantCode(t, 0)
	for _, want := range []string{
		"ExecutionInfo: {block-network: 1, supports-path-mapping: 1}",
		"Environment: [CGO_ENABLED=",
		"'-archive=example.com/shop/price=example.com/shop/price=bazel-out/cfg/bin/price/price.x'",
		"'-imported=example.com/shop/price=bazel-out/cfg/bin/price/price.autofix/",
	} {
		if !strings.Contains(got.stdout, want) {
			t.Errorf("the action lacks %q:\n%s", want, got.stdout)
		}
	}
}

// Without the tag that names rules_go, the error has it.
func TestGoCheckerWithoutRulesGo(t *testing.T) {
	w := goCheck.fresh(t)
	w.replace(t, "MODULE.bazel", "autofix.go(rules_go = \"@rules_go\")\n", "")
	w.bazel(t, "build", "--config=lint", "//shop").wantCode(t, 1).wantStderr(t, `autofix.go(rules_go = "@rules_go")`)
}

// Each package is analyzed on a server as well as here.
func TestGoAnalysisIsRemote(t *testing.T) {
	server := startBuildbox(t)
	w := goCheck.fresh(t)
	change := func() { // what is in no cache
		for _, name := range []string{"price/price.go", "shop/main.go"} {
			w.append(t, name, "\n// "+nonce()+"\n")
		}
	}
	change()
	flags := []string{"--config=lint", "--remote_executor=grpc://" + server.address, "--remote_header=" + keyName + "=" + keyValue, "--strategy=AutofixGoAnalysis=remote"}
	got, spawns := w.logged(t, "build", append(flags, "//shop:shop_lib")...)
	got.wantCode(t, 0)
	ran := map[string]string{}
	for _, s := range spawns {
		if s.Mnemonic == "AutofixGoAnalysis" {
			ran[s.TargetLabel] = s.Runner
		}
	}
	if diff := cmp.Diff(map[string]string{"//price:price": "remote", "//shop:shop_lib": "remote"}, ran); diff != "" {
		t.Errorf("runners (-want +got):\n%s", diff)
	}
	report := w.read(t, "bazel-bin/shop/shop_lib.autofix/lint/go.txt")
	change()
	w.bazel(t, "build", "--config=lint", "//shop:shop_lib").wantCode(t, 0)
	if diff := cmp.Diff(report, w.read(t, "bazel-bin/shop/shop_lib.autofix/lint/go.txt")); diff != "" || !strings.Contains(report, "go/mustuse") {
		t.Errorf("another report (-there +here):\n%s", diff)
	}
}
