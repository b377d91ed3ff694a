//go:build e2e

package e2e

import (
	"fmt"
	"path/filepath"
	"testing"
)

// Both policies, as configs of a build.
var policies = []string{"autofix", "autofix-strict"}

func TestUnknownKeyInTheConfigurationFailsBothPolicies(t *testing.T) {
	w := hello.fresh(t)
	w.append(t, "autofix.toml", "\n[format.go]\nlang-versoin = \"1.24\"\n")
	message := []string{`autofix.toml:6:1: unknown key`, `lang-versoin`, `lang-version`}
	wantEveryRunToFail(t, w, message, 2)
}

func TestMissingToolFailsBothPolicies(t *testing.T) {
	w := scripts.fresh(t)
	missing := filepath.Join(scratch, "bin", "nobody-built-this")
	w.replace(t, "MODULE.bazel", tool, missing)
	before := w.sources(t)
	for _, policy := range policies {
		w.bazel(t, "build", "--config="+policy, "//...").wantCode(t, 1).wantStderr(t,
			fmt.Sprintf("autofix.local(path = %q): no such file: %s", missing, missing),
			"name in MODULE.bazel where it is",
		)
	}
	w.wantUntouched(t, before)
}

func TestNoToolSaysHowToNameOne(t *testing.T) {
	w := scripts.fresh(t)
	w.replace(t, "MODULE.bazel", `register_toolchains("@autofix_toolchains//:all")`, "")
	w.bazel(t, "build", "--config=autofix", "//bin:greet").wantCode(t, 1).wantStderr(t,
		": //bin:greet: no autofix tool", `autofix.local(path = "path/to/autofix")`, "register_toolchains(")
}

func TestCrashOfTheToolIsNeverNoFindings(t *testing.T) {
	for _, test := range []struct {
		fault   string
		message []string
	}{
		{"exit", []string{"Autofix //bin:greet failed: (Exit 1)", "faulty: check: out of luck"}},
		{"kill", []string{"Autofix //bin:greet failed: (Killed)"}},
		{"silent", []string{"Autofix //bin:greet failed: not all outputs were created or valid"}},
	} {
		t.Run(test.fault, func(t *testing.T) {
			w := scripts.fresh(t)
			w.useFaultyTool(t, test.fault)
			wantEveryRunToFail(t, w, test.message, 3)
		})
	}
}

// Every reader of an artifact reports what is wrong with it: of the report and
// the gate, the one that comes first.
func TestMalformedArtifactIsAnErrorUnderBothPolicies(t *testing.T) {
	w := scripts.fresh(t)
	w.useFaultyTool(t, "malformed")
	before := w.sources(t)
	w.bazel(t, "build", "--config=autofix-strict", "//bin:greet").wantCode(t, 1).wantStderr(t,
		"failed: (Exit 3)", "malformed artifact", "bin/greet.autofix/autofix.json")
	for _, policy := range []string{"permissive", "strict"} {
		w.bazel(t, "run", "//:fix", "--", "--policy="+policy, "//bin:greet").wantCode(t, 3).wantStderr(t,
			"malformed artifact", "bin/greet.autofix/autofix.json", "nothing was written")
	}
	w.wantUntouched(t, before)
}

func TestSyntaxErrorIsAFinding(t *testing.T) {
	w := scripts.fresh(t)
	w.write(t, "broken/broken.go", "package broken\n\nfunc {\n")
	w.write(t, "broken/BUILD.bazel", `load("@rules_autofix//rules:defs.bzl", "autofix_sources")

autofix_sources(
    name = "broken",
    srcs = ["broken.go"],
)
`)
	before := w.sources(t)
	w.bazel(t, "build", "--config=autofix", "//broken").wantCode(t, 0)
	w.bazel(t, "build", "--config=autofix-strict", "//broken").wantCode(t, 1).wantStderr(t,
		"Autofix gate //broken:broken failed: (Exit 1)", "broken/broken.go:3:6: error: ", "[syntax/go]")
	w.bazel(t, "run", "//:fix", "--", "//broken").wantCode(t, 1)
	w.bazel(t, "run", "//:fix", "--", "--policy=strict", "//broken").wantCode(t, 1)
	w.wantUntouched(t, before)
}

// useFaultyTool gives the workspace a tool whose check has a fault; see
// testdata/faulty.
func (w *workspace) useFaultyTool(t *testing.T, fault string) {
	t.Helper()
	flags := fmt.Sprintf("-X main.fault=%s -X main.tool=%s", fault, tool)
	faulty, err := goBuild("faulty-"+fault, "./e2e/testdata/faulty", flags)
	if err != nil {
		t.Fatal(err)
	}
	w.replace(t, "MODULE.bazel", tool, faulty)
	// It passes other verbs to the real tool, which the /tmp of the sandbox
	// would hide. It is not a worker.
	w.append(t, ".bazelrc", "build --strategy=AutofixCheck=linux-sandbox --sandbox_add_mount_pair="+filepath.Dir(tool)+"\n")
}

// wantEveryRunToFail builds under both policies and runs the fix, which has its
// own exit code. All must fail with a message, and write nothing.
func wantEveryRunToFail(t *testing.T, w *workspace, message []string, fixCode int) {
	t.Helper()
	before := w.sources(t)
	for _, policy := range policies {
		w.bazel(t, "build", "--keep_going", "--config="+policy, "//...").wantCode(t, 1).wantStderr(t, message...)
	}
	for _, policy := range []string{"permissive", "strict"} {
		w.bazel(t, "run", "//:fix", "--", "--policy="+policy).wantCode(t, fixCode).wantStderr(t, message...)
	}
	w.wantUntouched(t, before)
}
