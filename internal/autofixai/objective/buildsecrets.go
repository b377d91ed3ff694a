package objective

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	shellsyntax "mvdan.cc/sh/v3/syntax"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/formatting/shell"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

var secrets = &Objective{
	ID: "build-secrets", Version: 3, Priority: 100,
	Rules: []string{"hadolint/DL3064"},
	Read: func(r *Request) (*Task, error) {
		_, evidence, err := readDockerfile(r)
		if err != nil {
			return nil, err
		}
		return &Task{
			Goal: "Secrets in ENV and ARG stay in the image for everybody to read. Pass those of the evidence to the RUN instructions " +
				"that need them with --mount=type=secret instead, and remove their ENV and ARG.",
			Constraints: []string{
				"Use RUN --mount=type=secret,id=NAME,env=NAME, where NAME is the name of the variable, so that commands stay as they are.",
				"A mount may have `required` too. Instead of env, a file in /run/secrets is allowed (target=/run/secrets/NAME, or none); then write $(cat /run/secrets/NAME) " +
					"where the command had $NAME, or begin the command with export NAME=$(cat /run/secrets/NAME) && ...",
				"Each RUN that uses the variable needs the mount. A RUN that did not have the variable must not get one.",
				"Remove only the variables of the evidence, and an ENV or ARG that has no other. Change, add and delete no other instruction, flag or command.",
				"Keep comments, except the ones of lines that change.",
				"Never write the value of a secret anywhere.",
				aroundInstructions,
			},
			Evidence: evidence,
			Decline:  "A secret is needed when the image runs, not when it is built, or you cannot tell.",
			Example: Example{
				Before: "FROM node:24\nARG NPM_TOKEN\nCOPY . .\nRUN npm ci\n",
				After:  "FROM node:24\nCOPY . .\nRUN --mount=type=secret,id=NPM_TOKEN,env=NPM_TOKEN npm ci\n",
			},
		}, nil
	},
	Checks: []Check{
		{ID: "must-remove-secret", Run: mustRemoveSecrets},
		{ID: "no-secret-values", Run: noSecretValues},
		{ID: "only-secret-mounts", Run: onlySecretMounts},
	},
}

// mustRemoveSecrets returns an issue for each ARG or ENV that still declares a
// secret of the request.
func mustRemoveSecrets(c *Change) []Issue {
	secrets := secretsOf(c.Request)
	var issues []Issue
	for _, v := range variables(c.after()) {
		if slices.Contains(secrets, v.name) {
			issues = append(issues, Issue{Line: v.line, Message: fmt.Sprintf("%s is still declared here", v.name)})
		}
	}
	return issues
}

// minSecret is the shortest value that is looked for: shorter ones are in other
// words by chance.
const minSecret = 4

// noSecretValues returns an issue if the value of a secret, which its ARG or
// ENV had, is now at another place. It does not repeat the value.
func noSecretValues(c *Change) []Issue {
	secrets := secretsOf(c.Request)
	declared := map[string]int{} // by value
	names := map[string]string{}
	for _, v := range variables(c.before()) {
		if slices.Contains(secrets, v.name) && len(v.value) >= minSecret && !strings.Contains(v.value, "$") {
			declared[v.value]++
			names[v.value] = v.name
		}
	}
	var issues []Issue
	for _, value := range slices.Sorted(maps.Keys(declared)) {
		if strings.Count(string(c.Patch.Text), value) > strings.Count(string(c.Base), value)-declared[value] {
			issues = append(issues, Issue{Message: fmt.Sprintf("the value of %s is still in the file", names[value])})
		}
	}
	return issues
}

// onlySecretMounts compares the instructions, which are the same except for the
// pairs of secrets, and for the mounts that take their place.
func onlySecretMounts(c *Change) []Issue {
	names := secretsOf(c.Request)
	after := stepsOf(c.after())
	var changed []*syntax.Instruction
	pairs := pairing{}
	for _, was := range stepsOf(c.before()) {
		all := lint.Inner(was.ins).Pairs
		kept := slices.DeleteFunc(slices.Clone(all), func(p syntax.Pair) bool { return slices.Contains(names, lint.Unquote(p.Key.Value)) })
		variables := lint.Inner(was.ins).Name == "env" || lint.Inner(was.ins).Name == "arg"
		if variables && len(kept) < len(all) {
			changed = append(changed, was.ins)
			if len(kept) == 0 {
				continue
			}
		}
		if len(after) == 0 {
			return []Issue{{Message: "the " + was.summary() + " is gone; keep it"}}
		}
		is := after[0]
		after, pairs[was.ins] = after[1:], is.ins
		inner := lint.Inner(is.ins)
		switch {
		case inner.Name == "run" && lint.Inner(was.ins).Name == "run":
			why, differs := judgeMounts(was, is, names)
			if why != "" {
				return []Issue{{Line: is.ins.Line, Message: why}}
			}
			if differs {
				changed = append(changed, was.ins)
			}
		case variables && len(kept) < len(all):
			if !was.sameForm(is) || !slices.EqualFunc(kept, inner.Pairs, samePair) || !slices.EqualFunc(lint.Inner(was.ins).Flags, inner.Flags, sameFlag) {
				return []Issue{{Line: is.ins.Line, Message: "the " + was.summary() + " has another change than the removed secrets"}}
			}
		case !was.same(is):
			return []Issue{{Line: is.ins.Line, Message: "the " + was.summary() + " changed, or another instruction comes before it; change only ENV, ARG and the mounts of RUN"}}
		}
		if inner.Name == "run" {
			continue
		}
		for _, name := range names {
			if usesVariable(textOf(c.after(), is.ins), name) {
				return []Issue{{Line: is.ins.Line, Message: fmt.Sprintf("the %s uses $%s, which no mount can give it", strings.ToUpper(is.ins.Name), name)}}
			}
		}
	}
	if len(after) > 0 {
		return []Issue{{Line: after[0].ins.Line, Message: "the change adds an instruction; add only mounts"}}
	}
	return keepComments(c, pairs, changed)
}

// usesVariable reports whether a text has $NAME or ${NAME.
func usesVariable(text, name string) bool {
	return regexp.MustCompile(`\$(?:` + regexp.QuoteMeta(name) + `\b|\{[#!]?` + regexp.QuoteMeta(name) + `\b)`).MatchString(text)
}

// expands reports whether a command of a script has $NAME.
func expands(s *lint.Script, name string) bool {
	found := false
	if s.Tree != nil {
		shellsyntax.Walk(s.Tree, func(node shellsyntax.Node) bool {
			n, ok := node.(*shellsyntax.ParamExp)
			found = found || ok && n.Param != nil && n.Param.Value == name
			return !found
		})
	}
	return found
}

// A secretMount is --mount=type=secret for the variable of a name.
type secretMount struct {
	name   string
	target string // empty: there is no file
}

// judgeMounts returns why a RUN has more changes than mounts of secrets that it
// used before, or "", and whether it has a change.
func judgeMounts(was, is step, names []string) (why string, differs bool) {
	if !was.sameForm(is) {
		return "the " + was.summary() + " changed; add only mounts", false
	}
	before, after := lint.Inner(was.ins), lint.Inner(is.ins)
	rest := before.Flags
	var mounts []secretMount
	for _, flag := range after.Flags {
		if len(rest) > 0 && sameFlag(rest[0], flag) {
			rest = rest[1:]
			continue
		}
		written := after.Text.Value[flag.Start:flag.End]
		mount, ok := readSecretMount(flag, names)
		if !ok || written != "--mount="+flag.Arg {
			return "the flag " + written + " is not --mount=type=secret,id=NAME,env=NAME for a reported variable", false
		}
		if _, had := was.file.Env(was.stage, was.ins).Get(mount.name); !had && !expands(was.script(), mount.name) {
			return fmt.Sprintf("the %s did not have %s before, and must not get it", was.summary(), mount.name), false
		}
		mounts = append(mounts, mount)
	}
	if len(rest) > 0 {
		return "the flag " + rest[0].Value + " is gone; keep it", false
	}
	set, same := sameWithFiles(was, is, mounts)
	if !same {
		return "the command of the " + was.summary() + " changed; add only mounts", false
	}
	for _, mount := range is.script().Mounts {
		if mount.Type == "secret" {
			set[mount.Values["env"]] = true
		}
	}
	for _, name := range names {
		if usesVariable(is.script().Source, name) && !set[name] {
			return fmt.Sprintf("the RUN uses $%s and does not mount it", name), false
		}
	}
	return "", len(mounts) > 0
}

// secretFile matches the files that mounts may have.
var secretFile = lazyregexp.New(`^/run/secrets/[A-Za-z0-9_-][A-Za-z0-9_.-]*$`)

// readSecretMount reads a --mount=type=secret with the id of a reported
// variable, in any case and with - or _, and nothing else.
func readSecretMount(flag syntax.Flag, names []string) (m secretMount, ok bool) {
	if flag.Name != "mount" {
		return m, false
	}
	options := map[string]string{}
	for option := range strings.SplitSeq(flag.Arg, ",") {
		key, value, valued := strings.Cut(option, "=")
		switch key {
		case "dst", "destination":
			key = "target"
		case "required":
			if !valued {
				value = "true"
			}
		}
		if _, twice := options[key]; twice {
			return m, false
		}
		options[key] = value
	}
	id := options["id"]
	plain := strings.NewReplacer("-", "_").Replace
	for _, name := range names {
		if strings.EqualFold(plain(id), plain(name)) {
			m.name = name
		}
	}
	env, hasEnv := options["env"]
	target, hasTarget := options["target"]
	switch required, said := options["required"]; {
	case options["type"] != "secret", m.name == "", hasEnv && env != m.name, said && required != "true" && required != "false":
		return m, false
	case hasTarget:
		m.target = target
	case !hasEnv:
		m.target = "/run/secrets/" + id
	}
	for _, key := range []string{"type", "id", "env", "target", "required"} {
		delete(options, key)
	}
	return m, len(options) == 0 && (m.target == "" || secretFile().MatchString(m.target))
}

// sameWithFiles reports whether two RUNs run the same commands, where the
// second may read the files of mounts: $(cat FILE) in place of the variable, or
// as the value that the variable gets. set has the variables that it sets so.
func sameWithFiles(was, is step, mounts []secretMount) (set map[string]bool, same bool) {
	set = map[string]bool{}
	if was.sameArguments(is) {
		return set, true
	}
	files := map[string]string{}
	for _, mount := range mounts {
		if mount.target != "" {
			files[mount.target] = mount.name
		}
	}
	before, after := was.script(), is.script()
	if before.Tree == nil || after.Tree == nil || len(files) == 0 {
		return set, false
	}
	read := func(s *lint.Script) *shellsyntax.File {
		tree, err := shell.Tree([]byte(withVariables(s, files, set)), shellsyntax.LangBash)
		if err != nil {
			return nil
		}
		return tree
	}
	one := read(before)
	if len(set) > 0 {
		return set, false // the file did so before
	}
	two := read(after)
	return set, one != nil && two != nil && shell.Same(one, two, nil)
}

// withVariables returns a script with ${NAME} in place of $NAME and of $(cat
// FILE), and without the exports and assignments of these files, which it adds
// to set.
func withVariables(s *lint.Script, files map[string]string, set map[string]bool) string {
	start, first := 0, s.Chain()
	if first == nil {
		first = s.Tree.Stmts
	}
	for _, stmt := range first {
		start = int(stmt.Pos().Offset())
		export, ok := stmt.Cmd.(*shellsyntax.DeclClause)
		if !ok || !simple(stmt) || export.Variant.Value != "export" || len(export.Args) != 1 || len(stmt.Redirs) > 0 || !setsFrom(export.Args[0], files, set) {
			break
		}
	}
	var edits []edit
	shellsyntax.Walk(s.Tree, func(node shellsyntax.Node) bool {
		if node == nil {
			return false
		}
		at, end := int(node.Pos().Offset()), int(node.End().Offset())
		switch n := node.(type) {
		case *shellsyntax.CallExpr:
			for _, assign := range n.Assigns {
				if len(n.Args) > 0 && setsFrom(assign, files, set) {
					edits = append(edits, edit{int(assign.Pos().Offset()), int(assign.End().Offset()), ""})
				}
			}
		case *shellsyntax.ParamExp:
			if n.Param != nil && slices.Contains(slices.Collect(maps.Values(files)), n.Param.Value) && s.Source[at:end] == "$"+n.Param.Value {
				edits = append(edits, edit{at, end, "${" + n.Param.Value + "}"})
			}
		case *shellsyntax.CmdSubst:
			if name := readsFile(n, files); name != "" {
				edits = append(edits, edit{at, end, "${" + name + "}"})
			}
		}
		return true
	})
	return edited(s.Source, edits, start)
}

// setsFrom reports whether an assignment gives a variable its own file, and
// then adds the variable to set.
func setsFrom(assign *shellsyntax.Assign, files map[string]string, set map[string]bool) bool {
	if assign.Name == nil || assign.Value == nil || assign.Append || assign.Index != nil || assign.Array != nil || assign.Naked || len(assign.Value.Parts) != 1 {
		return false
	}
	part := assign.Value.Parts[0]
	if quoted, ok := part.(*shellsyntax.DblQuoted); ok && len(quoted.Parts) == 1 && !quoted.Dollar {
		part = quoted.Parts[0]
	}
	sub, ok := part.(*shellsyntax.CmdSubst)
	if !ok || readsFile(sub, files) != assign.Name.Value {
		return false
	}
	set[assign.Name.Value] = true
	return true
}

// readsFile returns the variable whose file $(cat FILE) reads, and nothing
// else, or "".
func readsFile(sub *shellsyntax.CmdSubst, files map[string]string) string {
	if len(sub.Stmts) != 1 || len(sub.Stmts[0].Redirs) > 0 || sub.TempFile || sub.ReplyVar {
		return ""
	}
	words, ok := literals(sub.Stmts[0])
	if !ok || len(words) != 2 || words[0] != "cat" {
		return ""
	}
	return files[words[1]]
}

// An edit replaces a range of a text.
type edit struct {
	start, end int
	text       string
}

// edited returns a text from an offset on with edits. Outer ones win over the
// ones within them.
func edited(text string, edits []edit, from int) string {
	slices.SortStableFunc(edits, func(a, b edit) int { return a.start - b.start })
	var b strings.Builder
	for _, e := range edits {
		if e.start < from {
			continue
		}
		b.WriteString(text[from:e.start] + e.text)
		from = e.end
	}
	return b.String() + text[from:]
}

// secretsOf returns the names of the variables that a request says are secrets.
func secretsOf(r *Request) []string {
	data, _, err := readDockerfile(r)
	if err != nil {
		return nil
	}
	var names []string
	for _, signal := range data.Signals {
		if signal.Name != "" && signal.Kind == "secret" {
			names = append(names, signal.Name)
		}
	}
	return names
}
