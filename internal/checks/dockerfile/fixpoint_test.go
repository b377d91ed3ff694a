package dockerfile_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// upTo accepts fixes with one of some safeties.
func upTo(safeties ...fixedits.Safety) func(*fixedits.Fix) bool {
	return func(f *fixedits.Fix) bool {
		for _, s := range safeties {
			if f.Safety == s {
				return true
			}
		}
		return false
	}
}

// All rules together fix a file completely in one run, even if a fix of one
// rule depends on that of another.
func TestFixesOfAllRulesReachTheirEnd(t *testing.T) {
	safe := upTo(fixedits.SafetySafe)
	likely := upTo(fixedits.SafetySafe, fixedits.SafetySuggestion)
	all := upTo(fixedits.SafetySafe, fixedits.SafetySuggestion, fixedits.SafetyUnsafe)
	for _, tt := range []struct {
		name, src, want string
		keep            func(*fixedits.Fix) bool
	}{
		{
			"apt install, safe",
			"FROM debian:12\nRUN apt install curl\n",
			"FROM debian:12\nRUN apt-get install -y curl\n",
			safe,
		},
		{
			"apt install, unsafe",
			"FROM debian:12\nRUN apt install curl\n",
			"FROM debian:12\nRUN apt-get install -y --no-install-recommends curl\n",
			all,
		},
		{
			"apt update and install",
			"FROM debian:12\nRUN apt update \\\n && apt install \\\n      curl\n",
			"FROM debian:12\nRUN apt-get update \\\n && apt-get install -y --no-install-recommends \\\n      curl \\\n && rm -rf /var/lib/apt/lists/*\n",
			all,
		},
		{
			"two managers whose leavings go to one place",
			"FROM fedora:40\nRUN dnf install yarnpkg && yarn\n",
			"FROM fedora:40\nRUN dnf install -y yarnpkg && yarn && dnf clean all && yarn cache clean\n",
			likely,
		},
		{
			"exec form",
			"FROM debian:12\nRUN [\"apt\", \"install\", \"curl\"]\n",
			"FROM debian:12\nRUN [\"apt-get\", \"install\", \"-y\", \"--no-install-recommends\", \"curl\"]\n",
			all,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, fixAll(t, tt.src, surroundings{}, "", tt.keep)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Two rules that propose the same edit agree on its safety.
func TestOneEditHasOneSafety(t *testing.T) {
	for rule, file := range archives(t) {
		for _, c := range readCases(t, rule, file) {
			a := find(t, c.src, c.around, "")
			first := map[string]fixedits.Fix{}
			for _, fix := range a.Fixes {
				if len(fix.Edits) == 0 {
					continue
				}
				edits := fmt.Sprint(fix.Edits)
				other, ok := first[edits]
				if !ok {
					first[edits] = fix
				} else if other.Safety != fix.Safety {
					t.Errorf("%s, %s: %s is %s, and %s, which is the same edit, %s", rule, c.name, other.Rule, other.Safety, fix.Rule, fix.Safety)
				}
			}
		}
	}
}
