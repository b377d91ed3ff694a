package dockerfile_test

import (
	"fmt"
	"maps"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting"
	format "github.com/rules-autofix/rules_autofix/formatting/dockerfile"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/corpus"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/llb"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

// A sample is a Dockerfile whose safe fixes must have certificates.
type sample struct {
	name, src string
	around    surroundings
}

// samples returns the cases and examples of all rules, and generated files.
func samples(t *testing.T) []sample {
	t.Helper()
	var all []sample
	found := archives(t)
	for _, rule := range slices.Sorted(maps.Keys(found)) {
		for _, c := range readCases(t, rule, found[rule]) {
			all = append(all, sample{rule + ", " + c.name, c.src, c.around})
		}
	}
	for _, rule := range dockerfile.New().Rules() {
		all = append(all, sample{rule.Name + ", bad example", rule.Bad, exampleSurroundings[rule.Name]})
	}
	for i := range generatedFiles {
		all = append(all, sample{fmt.Sprintf("generated %d", i), generated(i), surroundings{}})
	}
	return all
}

// collected returns the Dockerfiles in the module cache. It skips the test if
// there is none.
func collected(t *testing.T) []sample {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skipf("no module cache: %v", err)
	}
	if out, err := exec.Command("go", "list", "-m", "github.com/moby/buildkit").CombinedOutput(); err != nil {
		t.Skipf("no module cache: %v: %s", err, out)
	}
	var all []sample
	for _, f := range corpus.Files(t) {
		all = append(all, sample{name: f.Name, src: f.Content})
	}
	return all
}

// Differences are what the fixes of the rules without a certificate may change
// in the description of LLB. Without all of it, the description before is equal
// to the one after.
var differences = map[string]*regexp.Regexp{
	"hadolint/DL3014": regexp.MustCompile(`(?m)^ *"-y",\n| -y\b`),
	"hadolint/DL3020": regexp.MustCompile(`(?m)^ *"attemptUnpackDockerCompatibility": true,\n`),
	"hadolint/DL3027": regexp.MustCompile(`apt-get|apt|full-upgrade|dist-upgrade`),
	"hadolint/DL3030": regexp.MustCompile(`(?m)^ *"-y",\n| -y\b`),
	"hadolint/DL3034": regexp.MustCompile(`(?m)^ *"-n",\n| -n\b`),
	"hadolint/DL3038": regexp.MustCompile(`(?m)^ *"-y",\n| -y\b`),
	"hadolint/DL3046": regexp.MustCompile(`(?m)^ *"-l",\n| -l\b`),
	"hadolint/DL3047": regexp.MustCompile(`(?m)^ *"--progress=dot:giga",\n| --progress=dot:giga\b`),
}

// A tally counts the safe fixes of one rule.
type tally struct {
	held    int // the LLB is the same
	changed int // it differs, as it may
	refused int // BuildKit refuses the file without the fix
}

// Every safe fix of a rule keeps the digest of BuildKit's LLB, or the rule says
// why it cannot. What it changes is then nothing but what it says.
func TestCertificates(t *testing.T) {
	counts := make(map[string]*tally)
	certify(t, samples(t), counts)
	for _, rule := range dockerfile.New().Rules() {
		count, without := counts[rule.Name], rule.NoCertificate != ""
		if (differences[rule.Name] != nil) != without {
			t.Errorf("%s: no certificate: %q, but its known differences are %v", rule.Name, rule.NoCertificate, differences[rule.Name])
		}
		switch {
		case count == nil && (rule.Safety == fixedits.SafetySafe || without):
			t.Errorf("%s: no sample has a safe fix", rule.Name)
		case count == nil:
		case without && count.changed == 0:
			t.Errorf("%s: all %d fixes hold a certificate, so it must not say that none can", rule.Name, count.held)
		case !without && count.held == 0:
			t.Errorf("%s: no fix holds a certificate: BuildKit refuses the %d samples", rule.Name, count.refused)
		}
	}
	report(t, counts)
}

func TestCertificatesInModuleCache(t *testing.T) {
	counts := make(map[string]*tally)
	certify(t, collected(t), counts)
	report(t, counts)
}

func report(t *testing.T, counts map[string]*tally) {
	t.Helper()
	for _, rule := range slices.Sorted(maps.Keys(counts)) {
		t.Logf("%-40s held %4d, changed as it says %4d, refused before %4d", rule, counts[rule].held, counts[rule].changed, counts[rule].refused)
	}
}

func certify(t *testing.T, all []sample, counts map[string]*tally) {
	t.Helper()
	for _, s := range all {
		s.around.toml += allOn(s.around.toml)
		a := find(t, s.src, s.around, "")
		fixes := slices.DeleteFunc(slices.Clone(a.Fixes), func(f fixedits.Fix) bool { return f.Safety != fixedits.SafetySafe || f.Resolver != nil })
		if len(fixes) == 0 {
			continue
		}
		before, refused := llb.Digest(t.Context(), testFile, []byte(s.src))
		for _, fix := range fixes {
			if counts[fix.Rule] == nil {
				counts[fix.Rule] = new(tally)
			}
			if refused != nil {
				counts[fix.Rule].refused++
				continue
			}
			fixed := apply(t, s.src, a, func(f *fixedits.Fix) bool { return f.ID == fix.ID })
			after, err := llb.Digest(t.Context(), testFile, []byte(fixed))
			switch {
			case err != nil:
				t.Errorf("%s: BuildKit refuses the file after a fix of %s: %v\n%s", s.name, fix.Rule, err, fixed)
			case before == after:
				counts[fix.Rule].held++
			case differsBy(t, s.src, fixed, differences[fix.Rule]):
				counts[fix.Rule].changed++
			default:
				t.Errorf("%s: a safe fix of %s changes what BuildKit builds (-before +after):\n%s\n%s", s.name, fix.Rule, cmp.Diff(s.src, fixed), changes(t, s.src, fixed))
			}
		}
	}
}

// differsBy reports whether the descriptions of two Dockerfiles are equal once
// the text that a pattern matches is removed from them. The pattern may be nil.
func differsBy(t *testing.T, before, after string, pattern *regexp.Regexp) bool {
	t.Helper()
	return pattern != nil && pattern.ReplaceAllString(described(t, before), "") == pattern.ReplaceAllString(described(t, after), "")
}

func described(t *testing.T, src string) string {
	t.Helper()
	text, err := llb.Describe(t.Context(), testFile, []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func changes(t *testing.T, before, after string) string {
	t.Helper()
	return cmp.Diff(strings.Split(described(t, before), "\n"), strings.Split(described(t, after), "\n"))
}

// allOn is a configuration that turns on the rules that are off by default and
// that a configuration does not mention.
func allOn(toml string) string {
	var b strings.Builder
	for _, rule := range dockerfile.New().Rules() {
		if rule.Severity == config.SeverityOff && !strings.Contains(toml, rule.Name) {
			fmt.Fprintf(&b, "[rules.%q]\nseverity = \"warning\"\n", rule.Name)
		}
	}
	return b.String()
}

var whitespace = regexp.MustCompile(`\\t| `)

// The formatter has a certificate of its own, the words of the file. In LLB it
// changes no more than the whitespace in commands, where BuildKit keeps the
// indentation of continuation lines.
func TestFormatterAndLLB(t *testing.T) {
	for name, options := range map[string]format.Options{"default": {}, "indent": {Indent: 4}, "canonical": {Canonical: true}, "keep-indent": {KeepIndent: true}} {
		t.Run(name, func(t *testing.T) {
			language, err := format.New(options)
			if err != nil {
				t.Fatal(err)
			}
			registry := formatting.NewRegistry(language)
			equal, indented, refused := 0, 0, 0
			for _, s := range samples(t) {
				result, err := registry.Format(testFile, []byte(s.src))
				if err != nil || string(result.Text) == s.src {
					continue
				}
				before, err := llb.Digest(t.Context(), testFile, []byte(s.src))
				if err != nil {
					refused++
					continue
				}
				after, err := llb.Digest(t.Context(), testFile, result.Text)
				switch {
				case err != nil:
					t.Errorf("%s: BuildKit refuses the formatted file: %v\n%s", s.name, err, result.Text)
				case before == after:
					equal++
				case differsBy(t, s.src, string(result.Text), whitespace):
					indented++
				default:
					t.Errorf("%s: (-before +after):\n%s\n%s", s.name, cmp.Diff(s.src, string(result.Text)), changes(t, s.src, string(result.Text)))
				}
			}
			t.Logf("%d changed files have the same LLB, %d other whitespace in commands, BuildKit refuses %d", equal, indented, refused)
			if equal == 0 || indented == 0 {
				t.Error("the samples show only one of the two")
			}
		})
	}
}
