// Package conformance compares the findings of package rules with those of
// gitleaks itself, which has the same rule file.
package conformance

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/zricethezav/gitleaks/v8/detect"

	"github.com/rules-autofix/rules_autofix/internal/secrets/rules"
)

// gitleaksModule is the module of gitleaks.
const gitleaksModule = "github.com/zricethezav/gitleaks/v8"

// The rule file belongs to the version in go.mod.
func TestRuleFile(t *testing.T) {
	for ours, theirs := range map[string]string{
		"../gitleaks/gitleaks.toml": "config/gitleaks.toml",
		"../gitleaks/LICENSE":       "LICENSE",
	} {
		got, err := os.ReadFile(ours)
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(filepath.Join(moduleDir(t, gitleaksModule), theirs))
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != string(want) {
			t.Errorf("%s is not %s of gitleaks", ours, theirs)
		}
	}
}

// Matches of rules may span lines, and be next to matches of other rules.
func TestRandomTexts(t *testing.T) {
	a := newAgreement(t)
	pieces := []string{
		"ENV TOKEN=" + "ghp_" + "Zq8xW2mN5vB7kL0pR3tY6uJ9hG4fD1sA2cXe", "key", " ", "\n", "\n\n", "\r\n", "=", " = \"", "'" + "k3J8s0Qw7Zx2Lm5N" + "'", "\"",
		"AKIA" + "Q3EGRTZXKJ5M7NPB", "RUN curl -u ", "admin:" + "s3cr3tPassw0rd!", " https://example.com/", "\\\n", "api_secret:", "K" + "ey",
		"pa\u017f\u017fword=", "\u212Aey=", "Z9x8C7v6B5n4M3a2S1d0", "#gitleaks:allow", "kind: Secret\ndata:\n", "  a: Zm9vYmFyYmF6cXV4\n", "é", "İ", "\xbd\xbd\xbd",
		"curl -H 'Authorization: Bearer ", "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N",
		strings.Repeat("x", 250), strings.Repeat("ab c\n", 60), "RUN --mount=type=secret,id=a", "import { key } from 'b'", "LICENSE = \"", "token: ",
		"-----BEGIN RSA PRIVATE KEY-----\n" + strings.Repeat("MIIEowIBAAKCAQEA", 8) + "\n-----END RSA PRIVATE KEY-----",
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 5_000 {
		text := ""
		for range 2 + random.IntN(14) {
			text += pieces[random.IntN(len(pieces))]
		}
		a.check(text)
	}
	a.atLeast(2_000)
}

// Each rule finds secrets that are made from its expression.
func TestSecretsOfEachRule(t *testing.T) {
	a := newAgreement(t)
	random := rand.New(rand.NewPCG(3, 4))
	for _, rule := range a.detector.Config.GetOrderedRules() {
		if rule.Regex == nil || rule.Path != nil {
			continue // of files with some names, which texts do not have
		}
		found := 0
		for range 60 {
			secret := generate(t, random, rule.Regex.String())
			for _, text := range []string{secret, "x = " + secret, "# " + rule.Keywords[0] + "\nENV " + secret + "\nRUN make", secret + " # gitleaks:allow"} {
				found += a.check(text)[rule.RuleID]
			}
		}
		if found == 0 {
			t.Errorf("%s: none of the generated secrets is found", rule.RuleID)
		}
	}
}

// Tests of the rules in gitleaks are in string literals.
func TestVectorsOfGitleaks(t *testing.T) {
	a := newAgreement(t)
	files, err := filepath.Glob(filepath.Join(moduleDir(t, gitleaksModule), "cmd/generate/config/*/*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if literal, ok := n.(*ast.BasicLit); ok && literal.Kind == token.STRING {
				if text, err := strconv.Unquote(literal.Value); err == nil {
					a.check(text)
				}
			}
			return true
		})
	}
	a.atLeast(250)
}

// The files are gitleaks' own, with its test data, and some of all others.
func TestModuleCache(t *testing.T) {
	a := newAgreement(t)
	files := textFiles(t, moduleDir(t, gitleaksModule))
	gitleaks := len(files)
	out, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	all := textFiles(t, strings.TrimSpace(string(out)))
	random := rand.New(rand.NewPCG(5, 6))
	for range min(3_000, len(all)) {
		files = append(files, all[random.IntN(len(all))])
	}
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		a.check(string(data))
	}
	t.Logf("%d files of gitleaks, %d others", gitleaks, len(files)-gitleaks)
	a.atLeast(150)
}

// textFiles returns the files below a folder that are not large.
func textFiles(t *testing.T, dir string) []string {
	var out []string
	if err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		if info, err := entry.Info(); err == nil && info.Size() < 100_000 {
			out = append(out, path)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return out
}

func moduleDir(t *testing.T, module string) string {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// An agreement compares the findings for texts.
type agreement struct {
	t        *testing.T
	detector *detect.Detector
	found    int
}

func newAgreement(t *testing.T) *agreement {
	detector, err := detect.NewDetectorDefaultConfig()
	if err != nil {
		t.Fatal(err)
	}
	return &agreement{t: t, detector: detector}
}

// check compares the findings for a text, and returns their number by rule.
// gitleaks takes a whole text for its last line, unless that has an end.
func (a *agreement) check(text string) map[string]int {
	a.t.Helper()
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	want, got := make(map[string]bool), make(map[string]bool)
	byRule := make(map[string]int)
	for _, f := range a.detector.DetectString(text) {
		want[f.RuleID+":"+f.Secret] = true
		byRule[f.RuleID]++
	}
	for _, f := range rules.Find(text) {
		if !f.Allowed {
			got[f.Rule+":"+text[f.Start:f.End]] = true
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		a.t.Errorf("%q (-gitleaks +here):\n%s", shortened(text, want, got), diff)
	}
	a.found += len(want)
	return byRule
}

// shortened returns the lines of a long text that have what differs.
func shortened(text string, want, got map[string]bool) string {
	if len(text) < 2_000 {
		return text
	}
	var out string
	for _, set := range []map[string]bool{want, got} {
		for finding := range set {
			if want[finding] && got[finding] {
				continue
			}
			_, secret, _ := strings.Cut(finding, ":")
			if i := strings.Index(text, secret); i >= 0 {
				out += text[max(0, i-200):min(len(text), i+len(secret)+100)] + "\n...\n"
			}
		}
	}
	return out
}

// atLeast fails if the texts have fewer secrets: then, they test nothing.
func (a *agreement) atLeast(n int) {
	a.t.Helper()
	a.t.Logf("%d secrets", a.found)
	if a.found < n {
		a.t.Errorf("the texts have %d secrets, want at least %d", a.found, n)
	}
}
