//go:build e2e

package e2e

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A format is made of what the check has found, when somebody asks for it.
func TestFormatRunsNoCheckAgain(t *testing.T) {
	w := hello.fresh(t)
	w.append(t, "docs/notes.txt", "\n"+nonce()+"   \n")
	for _, step := range []struct {
		groups string // of the output, besides those that a step before it has asked for
		ran    []string
	}{
		{"autofix_artifact", []string{"AutofixCheck"}},
		{"autofix_report", []string{"AutofixRender"}},
		{"autofix_artifact,autofix_report", nil},
		{"autofix_sarif,autofix_diff", []string{"AutofixRender", "AutofixRender"}},
	} {
		got, spawns := w.logged(t, "build", "--aspects=@rules_autofix//rules:defs.bzl%autofix", "--output_groups="+step.groups, "//:autofix_sources")
		got.wantCode(t, 0)
		var ran []string
		for _, s := range spawns {
			if s.Mnemonic != "AutofixConfig" { // the first build of a workspace has it
				ran = append(ran, s.Mnemonic)
			}
		}
		if diff := cmp.Diff(step.ran, ran); diff != "" {
			t.Errorf("%s: what ran (-want +got):\n%s", step.groups, diff)
		}
	}
}
