package dockerfile_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A problem that two rules find is reported once, and either name silences and
// configures both.
func TestOneFaultIsOneFinding(t *testing.T) {
	const both = "FROM debian:12\nCMD a b\n"
	const one = "hadolint/DL3025 warning: use the exec form (a JSON array) for CMD (also buildkit/JSONArgsRecommended)"
	config := func(rule, key string) string { return "[rules.\"" + rule + "\"]\n" + key + "\n" }
	for _, test := range []struct {
		name, src, config string
		want              []string
	}{
		{name: "both", src: both, want: []string{one}},
		{name: "the comment names the one", src: "FROM debian:12\n# hadolint ignore=DL3025\nCMD a b\n"},
		{name: "the comment names the other", src: "FROM debian:12\n# check=skip=JSONArgsRecommended\nCMD a b\n"},
		{name: "the comment names the other without its namespace", src: "FROM debian:12\n# autofix ignore=JSONArgsRecommended\nCMD a b\n"},
		{
			name: "the comment names the one, and only the other finds it",
			src:  "FROM debian:12\n# hadolint ignore=DL4000\nLABEL a=b\n# hadolint ignore=DL3064\nENV AUTH=abc\n",
			want: []string{"dockerfile/unused-ignore warning: DL4000 silences nothing here: delete it"},
		},
		{
			name: "only the other finds it", src: "FROM debian:12\nENV AUTH=abc\n",
			want: []string{"buildkit/SecretsUsedInArgOrEnv warning: ENV stores the secret \"AUTH\" in the image: use RUN --mount=type=secret"},
		},
		{
			name: "the comment is about a namespace", src: "# check=skip=all\nFROM debian:12\nCMD a b\n",
			want: []string{"hadolint/DL3025 warning: use the exec form (a JSON array) for CMD"},
		},
		{name: "the one is off", src: both, config: config("hadolint/DL3025", `severity = "off"`)},
		{name: "the other is off", src: both, config: config("buildkit/JSONArgsRecommended", `severity = "off"`)},
		{
			name: "the namespace of the one is off", src: both, config: config("hadolint/*", `severity = "off"`),
			want: []string{"buildkit/JSONArgsRecommended warning: use JSON arguments for CMD: a shell does not forward signals to the program"},
		},
		{
			name: "the namespace of the other is off", src: both, config: config("buildkit/*", `severity = "off"`),
			want: []string{"hadolint/DL3025 warning: use the exec form (a JSON array) for CMD"},
		},
		{
			name: "the severity of the other", src: both, config: config("buildkit/JSONArgsRecommended", `severity = "error"`),
			want: []string{strings.Replace(one, "warning", "error", 1)},
		},
		{
			name: "each has a table", src: both,
			config: config("buildkit/JSONArgsRecommended", `severity = "off"`) + config("hadolint/DL3025", `severity = "info"`),
			want:   []string{"hadolint/DL3025 info: use the exec form (a JSON array) for CMD"},
		},
		{
			name: "the other is an error in the file", src: "# check=error=true\nFROM debian:12\nCMD a b\n",
			want: []string{strings.Replace(one, "warning", "error", 1)},
		},
	} {
		a := find(t, test.src, surroundings{toml: test.config}, "")
		var got []string
		for _, d := range a.Diagnostics {
			if d.Rule != "dockerfile/missing-user" {
				got = append(got, d.Rule+" "+string(d.Severity)+": "+d.Message)
			}
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: findings (-want +got):\n%s", test.name, diff)
		}
	}
}

// Both rules have the fix, so that --rule finds it by either name.
func TestOneFaultHasTheFixUnderBothNames(t *testing.T) {
	a := find(t, "FROM debian:12\nCMD a b\n", surroundings{}, "")
	rules := map[string]int{}
	for _, fix := range a.Fixes {
		rules[fix.Rule] += len(fix.Edits)
	}
	if rules["hadolint/DL3025"] == 0 || rules["hadolint/DL3025"] != rules["buildkit/JSONArgsRecommended"] {
		t.Errorf("edits by rule: %v, want those of both rules, and as many", rules)
	}
}
