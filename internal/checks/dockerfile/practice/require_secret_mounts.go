package practice

import (
	"fmt"
	"path"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
	"github.com/rules-autofix/rules_autofix/internal/secrets/secretname"
)

var requireSecretMounts = &lint.Rule{
	Rule: checks.Rule{
		Name:     "dockerfile/require-secret-mounts",
		Summary:  "Use secret mounts for credentials",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Security: true,
		Why: "A copied file with credentials stays in a layer, even if a later RUN deletes it. A variable that a " +
			"command uses to log in is stored in the history of the image. `RUN --mount=type=secret` gives both " +
			"to one command and leaves no trace. Files that usually have credentials (.netrc, .git-credentials, " +
			".pypirc, .aws/credentials, .docker/config.json, SSH private keys) are recognized by name; .npmrc, " +
			"pip.conf and similar files, which usually have none, are reported if a later RUN deletes them. " +
			"Variables that DL3064 and SecretsUsedInArgOrEnv report by their names are not reported here.",
		Bad:  "FROM debian:12\nARG GH\nRUN curl -fsSL -H \"Authorization: Bearer $GH\" -O https://example.com/a\n",
		Good: "FROM debian:12\nRUN --mount=type=secret,id=gh,env=GH curl -fsSL -H \"Authorization: Bearer $GH\" -O https://example.com/a\n",
	},
	Check: func(p *lint.Pass) {
		gone := make(map[*lint.Stage]map[string]int)
		for s, outer := range p.All {
			if s == nil {
				continue // before the first FROM, which is an error
			}
			switch ins := lint.Inner(outer); ins.Name {
			case "copy", "add":
				if gone[s] == nil {
					gone[s] = deletions(p, s)
				}
				checkCredentialFiles(p, ins, gone[s])
			case "run":
				checkCredentialUses(p, s, outer)
			}
		}
	},
}

// credentialFiles are files with credentials, by the last parts of their paths.
var credentialFiles = []string{
	".netrc", "_netrc", ".git-credentials", ".pypirc", ".pgpass", ".aws", ".aws/credentials", ".docker/config.json", ".dockercfg",
	".gem/credentials", ".cargo/credentials", ".cargo/credentials.toml", "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519",
}

// mayBeCredentials are files that may have credentials but usually have other
// settings.
var mayBeCredentials = []string{
	".npmrc", ".yarnrc", ".yarnrc.yml", "pip.conf", "nuget.config", "auth.json", ".gitconfig", "settings.xml", "gradle.properties",
}

// checkCredentialFiles reports the files with credentials that an instruction
// copies. gone is the result of deletions for its stage.
func checkCredentialFiles(p *lint.Pass, ins *syntax.Instruction, gone map[string]int) {
	if len(ins.Words) < 2 || len(ins.Heredocs) > 0 {
		return
	}
	last := len(ins.Words) - 1
	for i, w := range ins.Words {
		name := strings.Trim(w.Value, `"'`)
		switch {
		case i == last && last > 1: // a folder
		case isFile(name, credentialFiles), isFile(name, mayBeCredentials) && gone[path.Base(name)] > ins.Start:
			p.ReportWord(ins, w, fmt.Sprintf("%s stays in the image: use --mount=type=secret in the RUN that needs it", path.Base(path.Clean(name))))
			return
		}
	}
}

func isFile(name string, known []string) bool {
	name = "/" + strings.ToLower(path.Clean(name))
	return slices.ContainsFunc(known, func(suffix string) bool { return strings.HasSuffix(name, "/"+suffix) })
}

// deletions returns the files that the RUNs of a stage delete, by base name,
// with the start of the last RUN that does.
func deletions(p *lint.Pass, s *lint.Stage) map[string]int {
	gone := make(map[string]int)
	for _, ins := range s.Instructions {
		if ins.Name != "run" {
			continue
		}
		for _, c := range p.Script(s, ins).Commands {
			if c.Name != "rm" {
				continue
			}
			for _, a := range c.Args {
				gone[path.Base(packages.Text(c, a))] = ins.Start
			}
		}
	}
	return gone
}

// checkCredentialUses reports the variables of ARG and ENV that a RUN uses to
// log in.
func checkCredentialUses(p *lint.Pass, s *lint.Stage, ins *syntax.Instruction) {
	script := p.Script(s, ins)
	if ins.OnBuild != nil || !strings.Contains(script.Source, "$") {
		return
	}
	env := p.Env(s, ins)
	given := make(map[string]bool) // by name; filled on demand
	for _, c := range script.Commands {
		if !c.Shell() {
			continue
		}
		for _, use := range credentialsOf(c) {
			for _, name := range use.variables {
				if v, declared := env.Get(name); !declared || v.Assumed || reportedElsewhere(p, name) {
					continue
				}
				if _, asked := given[name]; !asked {
					given[name] = isGiven(script, name)
				}
				if given[name] {
					continue
				}
				p.Report(lint.Finding{
					Message: fmt.Sprintf("%s is stored in the history of the image: use --mount=type=secret,id=%s,env=%s", name, name, name),
					Span:    c.Stretch(use.arg.Start, use.arg.End),
				})
				break
			}
		}
	}
}

// isGiven reports whether a RUN gets a variable from a source other than ARG
// and ENV: from a secret, or from its own script.
func isGiven(script *lint.Script, name string) bool {
	for _, m := range script.Mounts {
		if m.Type == "secret" && m.Values["env"] == name {
			return true
		}
	}
	for at := 0; ; {
		i := strings.Index(script.Source[at:], name+"=")
		if i < 0 {
			return false
		}
		at += i
		if at == 0 || strings.IndexByte(" \t\n;&|(`", script.Source[at-1]) >= 0 {
			return true
		}
		at++
	}
}

// reportedElsewhere reports whether another rule reports the variable at its
// definition.
func reportedElsewhere(p *lint.Pass, name string) bool {
	return secretname.Is(name) && p.Enabled("hadolint/DL3064") ||
		secretname.ForBuildKit(name) && p.Enabled("buildkit/SecretsUsedInArgOrEnv")
}
