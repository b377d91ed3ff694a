package hadolint

import (
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/handover"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

var dl3057 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3057",
		Summary:  "Add a HEALTHCHECK",
		Phase:    fixedits.PhaseSemantic,
		Severity: config.SeverityOff,
		Safety:   fixedits.SafetyUnsafe,
		Why: "Without a HEALTHCHECK, Docker can't tell a server that hangs from one that responds. Orchestrators " +
			"with probes of their own, such as Kubernetes, ignore it, so the rule is off unless you set its " +
			"severity. The last stage is checked: a HEALTHCHECK of its own counts, as does one of an earlier " +
			"stage that it builds on, or HEALTHCHECK NONE.",
		Bad:  "FROM nginx:1.29\n",
		Good: "FROM nginx:1.29\nHEALTHCHECK CMD curl -f http://localhost/ || exit 1\n",
		Fix: "is left to an agent, if one is configured, because no rule can tell how to check a server. The " +
			"agent gets the parts of the last stage that expose ports, start the server, and install curl or " +
			"wget.",
	},
	Check: func(p *lint.Pass) {
		if len(p.Stages) == 0 {
			return
		}
		last := p.Stages[len(p.Stages)-1]
		var line []*lint.Stage // the last stage and its ancestors
		for s := last; s != nil; s = s.Parent {
			if s.Last("healthcheck") != nil {
				return
			}
			line = append(line, s)
		}
		p.ReportAt(last.From, "add a HEALTHCHECK so that Docker can tell whether the container works", handover.Fix("Add a HEALTHCHECK", p.Path, handover.Request{
			Rule:       "hadolint/DL3057",
			Stage:      last.Index,
			Signals:    healthSignals(p, line),
			FinalStage: handover.Final(p.File),
		}))
	},
}

// healthSignals returns the evidence for writing a HEALTHCHECK: signals of the
// kinds port, entrypoint, cmd, and http_client, which names a tool at its first
// install or call.
func healthSignals(p *lint.Pass, line []*lint.Stage) []handover.Signal {
	var signals []handover.Signal
	seen := make(map[string]bool)
	for _, s := range slices.Backward(line) {
		for _, ins := range s.Instructions {
			switch ins.Name {
			case "expose":
				signals = append(signals, handover.SignalOf("port", ins))
			case "entrypoint", "cmd":
				signals = append(signals, handover.SignalOf(ins.Name, ins))
			case "run":
				for _, tool := range httpClients(p, s, ins) {
					if !seen[tool] {
						seen[tool] = true
						signal := handover.SignalOf("http_client", ins)
						signal.Tool = tool
						signals = append(signals, signal)
					}
				}
			}
		}
	}
	return signals
}

// httpClients returns which of curl and wget a RUN calls or installs, in order.
func httpClients(p *lint.Pass, s *lint.Stage, ins *syntax.Instruction) []string {
	var tools []string
	for _, c := range p.Script(s, ins).Commands {
		switch c.Name {
		case "curl", "wget":
			tools = append(tools, c.Name)
		case "apt-get", "apt", "apk", "dnf", "microdnf", "yum", "zypper":
			for _, a := range c.Args {
				if a.Is("curl", "wget") {
					tools = append(tools, a.Value)
				}
			}
		}
	}
	return tools
}
