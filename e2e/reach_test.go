//go:build e2e

package e2e

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// How a test that embeds a library is checked,
// TestSecondBuildChecksOnlyWhatChanged shows: as the target that it is.

func TestFileOfManyTargetsAndConfigurationsIsFixedOnce(t *testing.T) {
	w := scripts.fresh(t)
	w.overlay(t, "reach")
	mark := nonce()
	w.append(t, "reach/one.txt", mark+"\n")
	got, spawns := w.logged(t, "build", "--config=autofix", "--output_groups=+autofix_artifact", "//reach/...")
	got.wantCode(t, 0)
	want := []string{
		"//reach:all_kinds", "//reach:one_optimized",
		"//reach:page_one.txt", "//reach:page_one.txt", "//reach:page_one.txt", // by default, in opt and in dbg
		"//reach:through_alias",
	}
	checks := []string{}
	for _, label := range targetsOf(spawns, "AutofixCheck") {
		if label != "//reach:embedding" && label != "//reach:page_two.txt" { // of two.txt, which may be cached
			checks = append(checks, label)
		}
	}
	if diff := cmp.Diff(want, checks); diff != "" {
		t.Errorf("targets that were checked (-want +got):\n%s", diff)
	}

	fixed := w.bazel(t, "run", "//:fix", "--", "//reach/...").wantCode(t, 0)
	if !strings.Contains(fixed.stdout, "autofix: applied 2 fixes in 2 files\n") {
		t.Errorf("the summary is:\n%s", fixed.stdout)
	}
	if diff := cmp.Diff("one\n"+mark+"\n", w.read(t, "reach/one.txt")); diff != "" {
		t.Errorf("one.txt (-want +got):\n%s", diff)
	}
}

func TestTargetBehindAnAliasAndAPlatformIsFixed(t *testing.T) {
	for _, args := range [][]string{
		{"//reach:also_one"},
		{"//reach:page_one.txt", "--", "--platforms=//reach:bare"},
	} {
		w := scripts.fresh(t)
		w.overlay(t, "reach")
		w.bazel(t, "run", append([]string{"//:fix", "--"}, args...)...).wantCode(t, 0)
		if diff := cmp.Diff("one\n", w.read(t, "reach/one.txt")); diff != "" {
			t.Errorf("%v: one.txt (-want +got):\n%s", args, diff)
		}
	}
}

func TestSourcesInConfiguredAttributesAreFixed(t *testing.T) {
	w := scripts.fresh(t)
	w.overlay(t, "reach")
	w.git(t, "add", "--all")
	w.bazel(t, "run", "//reach:fix", "--", "//reach:all_kinds").wantCode(t, 0)
	want := "reach/keyed.txt\nreach/named.txt\nreach/one.txt\nreach/single.txt\nreach/two.txt\n"
	if diff := cmp.Diff(want, w.git(t, "diff", "--name-only")); diff != "" {
		t.Errorf("changed files (-want +got):\n%s", diff)
	}
}

func TestDebugSaysWhatIsSkippedAndWhy(t *testing.T) {
	w := scripts.fresh(t)
	w.overlay(t, "reach")
	w.bazel(t, "build", "--aspects=//reach:reach.bzl%reach_debug", "--output_groups=autofix_debug", "//reach:all_kinds").wantCode(t, 0)
	want := `autofix: //reach:all_kinds (holder)
  reach/two.txt: checked by the built-in checkers
  reach/keyed.txt: checked by the built-in checkers
  reach/named.txt: checked by the built-in checkers
  reach/single.txt: checked by the built-in checkers
  reach/one.txt: checked by the built-in checkers
  reach/generated.txt: skipped: it is generated
  ../bazel_tools/tools/bash/runfiles/runfiles.bash: skipped: it is in another repository
  attribute text: skipped: it is not a label attribute
  attribute words: skipped: it is not a label attribute
`
	if diff := cmp.Diff(want, w.read(t, "bazel-bin/reach/all_kinds.autofix/reach/autofix.debug")); diff != "" {
		t.Errorf("autofix.debug (-want +got):\n%s", diff)
	}

	// The preset prints when targets are analyzed. A new comment makes Bazel
	// analyze them again.
	w.append(t, "reach/BUILD.bazel", "# "+nonce()+"\n")
	targets := []string{"//reach:tagged", "//reach:embedding", "//reach:also_one", "//reach:file_by_another_name", "//reach:fix"}
	w.bazel(t, "build", append([]string{"--config=autofix-debug", "@bazel_tools//tools/bash/runfiles"}, targets...)...).
		wantCode(t, 0).wantStderr(t,
		"autofix: //reach:tagged (autofix_sources)\n  skipped: it is tagged no-lint\n",
		"autofix: //reach:embedding (holder)\n  reach/two.txt: checked by the built-in checkers\n",
		"autofix: //reach:page_one.txt (autofix_sources)\n  reach/one.txt: checked by the built-in checkers\n",
		"autofix: //reach:fix (_fix)\n  nothing to check: it has no file in srcs, hdrs, src, dockerfile\n",
		"autofix: @@bazel_tools//tools/bash/runfiles:runfiles (sh_library)\n  skipped: it is in another repository\n",
	)
	if text := w.read(t, "bazel-bin/reach/tagged.autofix/autofix.debug"); !strings.Contains(text, "it is tagged no-lint") {
		t.Errorf("autofix.debug of //reach:tagged is:\n%s", text)
	}
}

// glob(["**"]) at the root finds the files of version control and the outputs of
// earlier builds, which the next machine does not have.
func TestGlobOfEverythingChecksSourcesOnly(t *testing.T) {
	w := scripts.fresh(t)
	for _, name := range []string{".hg/hgrc", ".jj/repo/x.txt", "all/.sl/x.txt", "all/own.txt"} {
		w.write(t, name, "a  \n")
	}
	w.write(t, "BUILD.bazel", w.read(t, "BUILD.bazel")+`
autofix_sources(
    name = "everything",
    srcs = glob(["**"]),
)
`)
	w.bazel(t, "build", "--config=autofix-debug", "//:everything").wantCode(t, 0)
	said := w.read(t, "bazel-bin/everything.autofix/autofix.debug")
	if !strings.Contains(said, "  all/own.txt: checked by the built-in checkers\n") {
		t.Errorf("the source is not checked:\n%s", said)
	}
	for line := range strings.Lines(said) {
		name, fate, _ := strings.Cut(strings.TrimSpace(line), ": ")
		for _, folder := range []string{".git/", ".hg/", ".jj/", ".sl/"} {
			if strings.Contains("/"+name, "/"+folder) && fate != "skipped: it belongs to version control" {
				t.Errorf("%s is %s", name, fate)
			}
		}
		if strings.HasPrefix(name, "bazel-") && !strings.HasPrefix(fate, "skipped: ") {
			t.Errorf("%s is %s", name, fate)
		}
	}
	w.bazel(t, "run", "//:fix").wantCode(t, 0)
	if w.read(t, "all/own.txt") != "a\n" || w.read(t, ".hg/hgrc") != "a  \n" || w.read(t, "all/.sl/x.txt") != "a  \n" {
		t.Error("a file that is no source was fixed, or the source was not")
	}
}

func TestFilesOfATaggedRuleAreLeftAlone(t *testing.T) {
	w := scripts.fresh(t)
	w.overlay(t, "handed")
	w.bazel(t, "build", "--config=autofix-debug", "//handed:taking", "//handed:taking_tagged_alias").wantCode(t, 0)
	for target, want := range map[string]string{
		"taking": `autofix: //handed:taking (autofix_sources)
  handed/keyed.txt: checked by the built-in checkers
  handed/one.txt: skipped: //handed:vendored, which provides it, is tagged no-autofix
  handed/two.txt: checked by the built-in checkers without text
`,
		"taking_tagged_alias": `autofix: //handed:taking_tagged_alias (autofix_sources)
  handed/one.txt: checked by the built-in checkers
`,
	} {
		if diff := cmp.Diff(want, w.read(t, "bazel-bin/handed/"+target+".autofix/autofix.debug")); diff != "" {
			t.Errorf("autofix.debug of %s (-want +got):\n%s", target, diff)
		}
	}
	w.bazel(t, "build", "--aspects=//handed:handed.bzl%handed_debug", "--output_groups=autofix_debug", "//handed:embedding_vendored").wantCode(t, 0)
	const embedded = "handed/one.txt: skipped: //handed:vendored, which provides it, is tagged no-autofix\n"
	if text := w.read(t, "bazel-bin/handed/embedding_vendored.autofix/handed/autofix.debug"); !strings.Contains(text, embedded) {
		t.Errorf("in an attribute of the user's, it is not left alone:\n%s", text)
	}

	w.git(t, "add", "--all")
	w.bazel(t, "build", "--config=autofix-strict", "//handed:taking").wantCode(t, 1)
	w.bazel(t, "run", "//:fix", "--", "//handed:taking").wantCode(t, 0)
	w.bazel(t, "build", "--config=autofix-strict", "//handed:taking").wantCode(t, 0)
	if diff := cmp.Diff("handed/keyed.txt\n", w.git(t, "diff", "--name-only")); diff != "" {
		t.Errorf("changed files (-want +got):\n%s", diff)
	}
}
