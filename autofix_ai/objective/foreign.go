package objective

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/packages"
	"github.com/rules-autofix/rules_autofix/patch"
)

// newPackages returns an issue for each package that a Dockerfile installs and
// that the one before did not name anywhere: a package that a model made up may
// be one that an attacker has published since.
func newPackages(path string, before, after []byte) []Issue {
	words := map[string]bool{}
	for _, word := range strings.FieldsFunc(string(before), func(r rune) bool { return !partOfName(r) }) {
		words[word] = true
	}
	var issues []Issue
	file := lint.Read(checks.File{Path: path, Content: after}, checks.Settings{})
	for _, stage := range file.Stages {
		for _, ins := range stage.Instructions {
			for _, op := range packages.In(file.Script(stage, ins)) {
				for _, p := range installed(op) {
					known := words[p.Name] || p.Name == "" && strings.Contains(string(before), p.Text)
					if known {
						continue
					}
					words[p.Name] = true
					issues = append(issues, Issue{
						Line: ins.Line, Message: fmt.Sprintf("it installs %s, which the file did not name before; use only what is there", p.Text),
					})
				}
			}
		}
	}
	return issues
}

// installed returns the packages of a command that are not files of the build.
func installed(op *packages.Operation) []packages.Package {
	if op.Action != packages.Install {
		return nil
	}
	var all []packages.Package
	for _, p := range op.Packages {
		if p.Kind != packages.Local && p.Kind != packages.List {
			all = append(all, p)
		}
	}
	return all
}

// partOfName reports whether a character can be in the name of a package.
func partOfName(r rune) bool {
	return strings.ContainsRune("-_.+/@", r) || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r >= 0x80
}

var hostOfURL = regexp.MustCompile(`(?i)\b[a-z][a-z0-9+.-]*://(?:[^\s/@"']*@)?(\[[0-9a-f:]+\]|[^\s/:"'\\?#)]+)`)

// newHosts returns an issue for each URL in an added line whose host the file
// did not name before. This machine is no stranger.
func newHosts(before []byte, p *patch.Result) []Issue {
	var issues []Issue
	said := map[string]bool{"localhost": true, "127.0.0.1": true, "[::1]": true, "0.0.0.0": true}
	for _, match := range hostOfURL.FindAllSubmatch(before, -1) {
		said[strings.ToLower(string(match[1]))] = true
	}
	for _, line := range p.AddedLines() {
		for _, match := range hostOfURL.FindAllStringSubmatch(line.Text, -1) {
			if host := strings.ToLower(match[1]); !said[host] {
				said[host] = true
				issues = append(issues, Issue{
					Line: line.Number, Message: fmt.Sprintf("it names the host %s, which the file did not name before; use only what is there", host),
				})
			}
		}
	}
	return issues
}
