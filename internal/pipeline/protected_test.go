package pipeline

import (
	"slices"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/adapters/declared"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/policy"
)

func TestProtectedFiles(t *testing.T) {
	files := map[string]string{"MODULE.bazel": "module(name = \"a\")\n", "a.txt": "one\n", ".bazelrc": "build\n"}
	protectedFix := proposed{rule: "r/module", edits: []fixedits.Edit{edit("MODULE.bazel", 0, 0, "# x\n")}}
	both := proposed{rule: "r/both", edits: []fixedits.Edit{edit(".bazelrc", 0, 0, "# x\n"), edit("a.txt", 4, 4, "two\n")}}
	plain := proposed{rule: "r/plain", edits: []fixedits.Edit{edit("a.txt", 0, 3, "1")}}
	const reason = "MODULE.bazel is protected, because it decides what Bazel does: to let the checker test change it, " +
		`add it to owns of [checkers."test"] in the autofix.toml at the root of the workspace`
	for _, test := range []struct {
		name   string
		tool   string
		config string
		want   string
	}{
		{"fixes of another tool are foreign, each as a whole", "test", "", "foreign foreign applied"},
		{"the configuration may allow some", "test", "[checkers.test]\nowns = [\"MODULE.bazel\"]", "applied foreign applied"},
		{"the configuration may allow all", "test", "[checkers.test]\nowns = [\"**\"]", "applied applied applied"},
		{"the globs of another checker do not count", "test", "[checkers.other]\nowns = [\"**\"]", "foreign foreign applied"},
		{"built-in checkers are trusted", "autofix", "", "applied applied applied"},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := artifactOf(t, "//a", files, protectedFix, both, plain)
			a.Tool.Name = test.tool
			c, err := config.Parse(config.Name, []byte(test.config), []*config.Section{declared.Section})
			if err != nil {
				t.Fatal(err)
			}
			result, now := apply(t, files, []*artifact.Artifact{a}, func(o *Options) { o.Config, o.Policy = c, policy.Strict })
			got := statuses(result)
			if is := string(got["r/module"]) + " " + string(got["r/both"]) + " " + string(got["r/plain"]); is != test.want {
				t.Errorf("%s, want %s", is, test.want)
			}
			if changed := now("MODULE.bazel") != files["MODULE.bazel"]; changed != strings.HasPrefix(test.want, "applied") {
				t.Errorf("MODULE.bazel is %q", now("MODULE.bazel"))
			}
			i := slices.IndexFunc(result.Outcomes, func(o Outcome) bool { return o.Rule == "r/module" })
			if o := result.Outcomes[i]; o.Status == fixedits.StatusForeign && o.Reason != (fixedits.Reason{Code: fixedits.CodeProtected, Detail: reason}) {
				t.Errorf("reason %+v", o.Reason)
			}
		})
	}
}

// The autofix.toml of a subfolder may have another author, and is itself
// protected.
func TestOnlyTheRootsConfigurationLiftsTheProtection(t *testing.T) {
	files := map[string]string{"sub/MODULE.bazel": "x\n", "sub/autofix.toml": "[checkers.test]\nowns = [\"**\"]\n"}
	a := artifactOf(t, "//a", files, proposed{rule: "r/module", edits: []fixedits.Edit{edit("sub/MODULE.bazel", 0, 0, "# x\n")}},
		proposed{rule: "r/toml", edits: []fixedits.Edit{edit("sub/autofix.toml", 0, 0, "# x\n")}})
	ws := newWorkspace(t, files)
	opts := Options{Tools: tools(&rewriter{})}
	var err error
	if opts.Config, err = LoadConfig(ws, ConfigFiles{}, []string{"sub/MODULE.bazel", "sub/autofix.toml"}, opts.Tools); err != nil {
		t.Fatal(err)
	}
	result, err := Apply(t.Context(), ws, []*artifact.Artifact{a}, opts)
	if err != nil {
		t.Fatal(err)
	}
	if got := statuses(result); got["r/module"] != fixedits.StatusForeign || got["r/toml"] != fixedits.StatusForeign {
		t.Errorf("%v", got)
	}
}

// The check of another tool records the same for the gate.
func TestProtectedInAPlanOfOneCheck(t *testing.T) {
	files := map[string]string{"MODULE.bazel": "x\n"}
	a := artifactOf(t, "//a", files, proposed{rule: "r/module", edits: []fixedits.Edit{edit("MODULE.bazel", 0, 0, "# x\n")}})
	checked := &Checked{Artifact: a, texts: newTexts(newWorkspace(t, files))}
	if err := checked.Plan(Options{Tools: tools(&rewriter{})}, func(p *fixedits.Plan) error {
		if p.Count(fixedits.StatusForeign) != 1 || len(p.Files) > 0 {
			t.Errorf("%+v", p)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}
