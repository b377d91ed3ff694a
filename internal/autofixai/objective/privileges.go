package objective

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

// newPrivileges returns an issue for each instruction that gets more of the
// machine that builds than the file gave before: its network, its kernel, the
// keys of the person who builds, and, unless the objective is about them, their
// secrets.
func (o *Objective) newPrivileges(c *Change) []Issue {
	had := map[string]int{}
	for _, ins := range c.before().Instructions {
		for _, what := range o.privilegesOf(ins) {
			had[what]++
		}
	}
	var issues []Issue
	for _, ins := range c.after().Instructions {
		for _, what := range o.privilegesOf(ins) {
			if had[what]--; had[what] < 0 {
				issues = append(issues, Issue{Line: ins.Line, Message: fmt.Sprintf("it gets %s, which the file did not give it before; use only what is there", what)})
			}
		}
	}
	return issues
}

// privilegesOf returns the flags of an instruction that give it more than a
// build has by default.
func (o *Objective) privilegesOf(ins *syntax.Instruction) []string {
	var all []string
	inner := lint.Inner(ins)
	for i := range inner.Flags {
		switch flag := &inner.Flags[i]; strings.ToLower(flag.Name) {
		case "security":
			if flag.Arg != "sandbox" {
				all = append(all, "--security="+flag.Arg)
			}
		case "network":
			if flag.Arg != "default" && flag.Arg != "none" {
				all = append(all, "--network="+flag.Arg)
			}
		case "mount":
			if kind := strings.ToLower(lint.MountOption(flag.Arg, "type")); kind == "ssh" || kind == "secret" && !o.SecretMounts {
				all = append(all, "--mount=type="+kind)
			}
		}
	}
	return all
}

// newImages returns an issue for each image that the file did not name before.
// One to base a stage on is allowed if the objective adds stages.
func (o *Objective) newImages(c *Change) []Issue {
	known := wordsOf(strings.ToLower(string(c.Base)))
	file := c.after()
	for i, stage := range file.Stages {
		known[strconv.Itoa(i)] = true
		known[strings.ToLower(stage.Name.Value)] = true
	}
	for _, ins := range c.before().Instructions {
		for _, image := range imagesOf(ins) {
			known[nameOf(image)] = true
		}
	}
	var issues []Issue
	for _, ins := range file.Instructions {
		if o.NewBases && lint.Inner(ins).Name == "from" {
			continue
		}
		for _, image := range imagesOf(ins) {
			if name := nameOf(image); name != "" && !known[name] {
				issues = append(issues, Issue{Line: ins.Line, Message: fmt.Sprintf("it uses the image %s, which the file did not name before; use only what is there", image)})
			}
		}
	}
	return issues
}

// nameOf returns the name of an image or stage, without its tag and digest.
func nameOf(image string) string {
	name, _, _ := strings.Cut(strings.ToLower(image), "@")
	if colon := strings.LastIndexByte(name, ':'); colon > strings.LastIndexByte(name, '/') {
		name = name[:colon]
	}
	return name
}
