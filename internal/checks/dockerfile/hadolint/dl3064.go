package hadolint

import (
	"fmt"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/handover"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/secrets/secretname"
)

var dl3064 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3064",
		Summary:  "Do not use ARG or ENV for secrets",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityWarning,
		Security: true,
		Safety:   fixedits.SafetyUnsafe,
		Same:     "buildkit/SecretsUsedInArgOrEnv",
		Why: "The values of ARG and ENV stay in the image or in its build history, and anyone with the image can " +
			"read them. Use `RUN --mount=type=secret` for a secret of the build, and the environment of the " +
			"container for a secret of the program. A variable is considered a secret if its name has a word such " +
			"as PASSWORD, TOKEN or API_KEY. Not reported are names that only relate to a secret (TOKEN_FILE, " +
			"SECRET_NAME, PUBLIC_KEY), user names, variables whose prefix makes tools put them in the code of web " +
			"pages (VITE_, NEXT_PUBLIC_, REACT_APP_), and values that can't be secrets (empty in ENV, yes or no, " +
			"a path, a fingerprint).",
		Bad:  "FROM node:24\nARG NPM_TOKEN\nRUN npm ci\n",
		Good: "FROM node:24\nRUN --mount=type=secret,id=NPM_TOKEN,env=NPM_TOKEN npm ci\n",
		Fix: "is left to an agent, if one is configured, because passing the secret another way also changes the " +
			"build command. The agent gets the names, never the values, and the RUNs that use them.",
	},
	Check: func(p *lint.Pass) {
		secrets := findSecrets(p)
		if len(secrets) == 0 {
			return
		}
		var fixes []fixedits.Fix
		if len(p.Stages) > 0 {
			fixes = append(fixes, handover.Fix("Pass the secrets with secret mounts", p.Path, handover.Request{
				Rule:       "hadolint/DL3064",
				Stage:      secrets[0].stage,
				Signals:    secretSignals(p, secrets),
				FinalStage: handover.Final(p.File),
			}))
		}
		for i, s := range secrets {
			if i == maxSecrets {
				fixes = nil // the request has no further secrets
			}
			p.ReportWord(s.ins, s.pair.Key, fmt.Sprintf("%s stores the secret %q in the image: use RUN --mount=type=secret", strings.ToUpper(s.ins.Name), s.name), fixes...)
		}
	},
}

// A secret is a variable whose name says that it is a secret.
type secret struct {
	ins   *syntax.Instruction // the ARG or ENV
	pair  syntax.Pair
	name  string
	stage int // also 0 before the first FROM
}

func findSecrets(p *lint.Pass) []secret {
	var found []secret
	for s, ins := range p.All {
		if ins.OnBuild != nil {
			ins = ins.OnBuild
		}
		if ins.Name != "arg" && ins.Name != "env" {
			continue
		}
		for _, pair := range ins.Pairs {
			name := lint.Unquote(pair.Key.Value)
			if !secretname.Is(name) || secretname.Harmless(lint.Unquote(pair.Value.Value), ins.Name) {
				continue
			}
			one := secret{ins: ins, pair: pair, name: name}
			if s != nil {
				one.stage = s.Index
			}
			found = append(found, one)
		}
	}
	return found
}

// maxSecrets is the maximum number of signals of each kind.
const maxSecrets = 50

// secretSignals returns signals of the kinds secret and secret_use with the
// names of variables. The evidence of a secret does not include its value.
func secretSignals(p *lint.Pass, secrets []secret) []handover.Signal {
	var signals []handover.Signal
	names := make(map[string]bool)
	for _, s := range secrets[:min(len(secrets), maxSecrets)] {
		names[s.name] = true
		signals = append(signals, handover.Signal{
			Kind: "secret", Name: s.name, Line: s.ins.Line, Evidence: strings.ToUpper(s.ins.Name) + " " + s.name,
		})
	}
	uses := 0
	for _, ins := range p.All {
		if ins.Name != "run" {
			continue
		}
		for _, name := range variablesIn(p.Source[ins.Start:ins.End]) {
			if names[name] && uses < maxSecrets {
				uses++
				signal := handover.SignalOf("secret_use", ins)
				signal.Name = name
				signals = append(signals, signal)
			}
		}
	}
	slices.SortStableFunc(signals, func(a, b handover.Signal) int { return a.Line - b.Line })
	return signals
}

var variableForm = lazyregexp.New(`\$\{?([A-Za-z_][A-Za-z0-9_]*)`)

// variablesIn returns the names of the variables that a script mentions, each
// once.
func variablesIn(script string) []string {
	if !strings.Contains(script, "$") {
		return nil
	}
	var names []string
	seen := make(map[string]bool)
	for _, m := range variableForm().FindAllStringSubmatch(script, -1) {
		if !seen[m[1]] {
			seen[m[1]] = true
			names = append(names, m[1])
		}
	}
	return names
}
