package practice

import (
	"fmt"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

var pinDigest = &lint.Rule{
	Rule: checks.Rule{
		Name:     "dockerfile/pin-digest",
		Summary:  "Images are named with their digests",
		Phase:    fixedits.PhaseSemantic,
		Severity: config.SeverityOff,
		Why: "A tag can be moved to another image at any time; a digest is the image. Without it, the same file builds another image " +
			"tomorrow. To look a digest up takes the network, so there is no fix. The rule is off unless it is given a severity.",
		Bad:  "FROM debian:12\n",
		Good: "FROM debian:12@sha256:0000000000000000000000000000000000000000000000000000000000000000\n",
	},
	Check: func(p *lint.Pass) {
		for _, s := range p.Stages {
			if image, ok := p.FromImage(s); ok {
				pinned(p, s.From, s.Base, image)
			}
			for _, ins := range s.Instructions {
				checkImages(p, s, lint.Inner(ins))
			}
		}
	},
}

// checkImages looks at the images that an instruction copies from or mounts.
func checkImages(p *lint.Pass, s *lint.Stage, ins *syntax.Instruction) {
	for _, flag := range ins.Flags {
		if from := imageOf(flag); from != "" && p.StageBefore(s, from) == nil {
			if known, ok := p.Global().Known(from); ok {
				from = known
			}
			pinned(p, ins, flag.Word, lint.ParseImage(from))
		}
	}
}

// imageOf returns what a flag takes files from, or nothing.
func imageOf(flag syntax.Flag) string {
	switch flag.Name {
	case "from":
		return flag.Arg
	case "mount":
		return lint.MountOption(flag.Arg, "from")
	}
	return ""
}

func pinned(p *lint.Pass, ins *syntax.Instruction, w syntax.Word, image lint.Image) {
	name := image.Name
	if image.Registry != "" {
		name = image.Registry + "/" + name
	}
	if image.Tag != "" {
		name += ":" + image.Tag
	}
	if image.Digest == "" && !strings.Contains(name, "$") {
		p.ReportWord(ins, w, fmt.Sprintf("name the digest of the image %q", name))
	}
}
