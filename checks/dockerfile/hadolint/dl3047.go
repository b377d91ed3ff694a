package hadolint

import (
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/bases"
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
		Fix: "adds --progress=dot:giga, which changes the log only, if wget is known to be GNU's: the base image is known to have that, or " +
			"the stage has installed packages with the tools of a distribution that does. Otherwise there is no fix, since wget may be " +
			"BusyBox's, which would fail.",
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
				case c.Name == "wget" && !quiet(c):
					reportWget(p, c, *known, p.Base(step.Stage).Wget)
				}
			}
		}
	},
}

// reportWget reports a wget without an option for its log. installed says that
// it is GNU's by a package manager; else it is that of the base image.
func reportWget(p *lint.Pass, c *lint.Command, installed bool, base bases.Wget) {
	if !installed && base == bases.BusyBoxWget {
		return
	}
	var fixes []fixedits.Fix
	if installed || base == bases.GNUWget {
		fixes = append(fixes, fixedits.Fix{Title: "Add --progress=dot:giga", Edits: c.InsertAfter(c.Word, "--progress=dot:giga")})
	}
	p.ReportCommand(c, "wget fills the log: add --progress=dot:giga", fixes...)
}

// installsWget reports whether a command is a package manager's of a distribution whose wget is GNU's, or installs that on
// Alpine.
func installsWget(c *lint.Command) bool {
	switch c.Name {
	case "apt-get", "apt", "yum", "zypper": // that of dnf may be wget2, which knows no dots
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
