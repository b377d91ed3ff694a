package hadolint

import (
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
)

var dl3047 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3047",
		Summary:  "wget says how far it is without a bar",
		Phase:    fixedits.PhaseStyle,
		Severity: fixedits.SeverityInfo,
		Safety:   fixedits.SafetySafe,
		Why: "Without a terminal, wget writes a line for every few kilobytes, which fills the log of a build. --progress=dot:giga writes " +
			"few, and -q none. The wget of BusyBox, which Alpine has unless another one is installed, knows no --progress, and is not " +
			"reported.",
		Bad:  "FROM debian:12\nRUN wget https://example.com/a.tar\n",
		Good: "FROM debian:12\nRUN wget --progress=dot:giga https://example.com/a.tar\n",
		Fix: "adds --progress=dot:giga, which changes the log only. It is safe where the stage has installed packages with the tools of a " +
			"distribution that has GNU's wget; elsewhere wget may be BusyBox's, and the fix is a suggestion.",
	},
	Check: func(p *lint.Pass) {
		gnu := make([]bool, len(p.Stages)) // whether the wget that a stage has by then is known to be GNU's
		for step := range p.Steps {
			known := &gnu[step.Stage.Index]
			*known = *known || step.Stage.Parent != nil && gnu[step.Stage.Parent.Index]
			for _, c := range step.Script.Commands {
				switch {
				case installsWget(c):
					*known = true
				case c.Name == "wget" && !quiet(c) && (*known || !step.Stage.BusyBox()):
					reportWget(p, c, *known)
				}
			}
		}
	},
}

func reportWget(p *lint.Pass, c *lint.Command, gnu bool) {
	fix := fixedits.Fix{Title: "Add --progress=dot:giga", Edits: c.InsertAfter(c.Word, "--progress=dot:giga")}
	if !gnu {
		fix.Safety = fixedits.SafetySuggestion
	}
	p.ReportCommand(c, "wget fills the log: add --progress=dot:giga", fix)
}

// installsWget reports whether a command is a package manager's of a distribution whose wget is GNU's, or installs that on
// Alpine.
func installsWget(c *lint.Command) bool {
	switch c.Name {
	case "apt-get", "apt", "dnf", "microdnf", "tdnf", "yum", "zypper":
		return true
	case "apk":
		for _, a := range c.Args {
			if name, _, _ := strings.Cut(a.Value, "="); name == "wget" {
				return true
			}
		}
	}
	return false
}

// quiet reports whether wget has an option that says what it is to write, or to which file.
func quiet(c *lint.Command) bool {
	for _, a := range c.Args {
		name, _, _ := strings.Cut(a.Value, "=")
		switch name {
		case "--progress", "--show-progress", "--quiet", "--no-verbose", "--output-file", "--append-output", "--help", "--version":
			return true
		}
		if letters, ok := strings.CutPrefix(name, "-"); ok && !strings.HasPrefix(letters, "-") {
			if i := strings.IndexAny(letters, "OPtTeiBUADRXIlQw"); i >= 0 {
				letters = letters[:i] // what follows is a value
			}
			if strings.ContainsAny(letters, "qoaVh") || strings.Contains(letters, "nv") {
				return true
			}
		}
	}
	return false
}
