package objective

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/autofixai/addition"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// told returns the texts that an answer may add, for package addition: may_use,
// and the patterns of must_add that are plain texts.
func (d *Data) told() string {
	texts := slices.Clone(d.MayUse)
	for _, pattern := range d.MustAdd {
		if regexp.QuoteMeta(pattern) == pattern {
			texts = append(texts, pattern)
		}
	}
	return " `" + strings.Join(texts, "` `") + "` "
}

// onlyTheData judges an answer by the data of the fix, which list the possible
// additions.
func onlyTheData(c *Change) []Issue {
	data, err := readData(c.Request)
	switch {
	case err != nil || !judgesData(c.Request):
		return nil
	case c.After != nil:
		j := dataJudge{data: data, before: stepsOf(c.before())}
		j.judge(stepsOf(c.after()))
		return j.issues
	}
	c.Request.Told = data.told()
	return judgeAdditions(c)
}

// judgesData reports whether answers to a request can be judged. Nothing can
// tell whether a finding of an agent is gone.
func judgesData(r *Request) bool {
	return !strings.HasPrefix(r.Rule, "ai/") && (r.IsDockerfile() || addition.Judges(r.Path))
}

// A dataJudge compares the instructions of a Dockerfile, in order.
type dataJudge struct {
	data   *Data
	before []step
	issues []Issue
}

func (j *dataJudge) refuse(line int, format string, args ...any) {
	j.issues = append(j.issues, Issue{Line: line, Message: fmt.Sprintf(format, args...)})
}

func (j *dataJudge) judge(after []step) {
	next := 0
	var gone []step
	for _, s := range after {
		at := slices.IndexFunc(j.before[next:], s.same)
		if at < 0 && j.isAllowed(s) {
			continue
		}
		if at < 0 {
			// A RUN with other commands takes the place of the next one.
			at = slices.IndexFunc(j.before[next:], func(old step) bool { return old.ins.Name == "run" && j.extends(s, old) })
		}
		if at < 0 {
			j.refuse(s.ins.Line, "%s was not in the file, in this order; use only what is there or what the task allows", s.ins.Keyword.Value)
			continue
		}
		gone = append(gone, j.before[next:next+at]...)
		next += at + 1
	}
	if len(j.issues) == 0 {
		j.gone(append(gone, j.before[next:]...))
	}
}

// gone refuses the instructions that are no longer there, unless the data name
// them.
func (j *dataJudge) gone(old []step) {
	for _, s := range old {
		if !slices.Contains(j.data.MayChange, strings.ToUpper(s.ins.Name)) && !j.names(plainText(s)) {
			j.refuse(0, "%s of line %d is gone or comes in another order; keep it", s.ins.Keyword.Value, s.ins.Line)
		}
	}
}

func (j *dataJudge) names(text string) bool {
	return slices.ContainsFunc(j.data.MayUse, func(use string) bool { return strings.Contains(text, use) })
}

// isAllowed reports whether the data allow an instruction that is new.
func (j *dataJudge) isAllowed(s step) bool {
	name := s.ins.Name
	if name != "onbuild" && name != "shell" && slices.Contains(j.data.MayChange, strings.ToUpper(name)) {
		return true
	}
	if len(s.ins.Heredocs) > 0 {
		return false
	}
	return slices.Contains(j.data.MayRun, plainText(s)) || name == "run" && len(s.ins.Flags) == 0 && j.extends(s, step{})
}

// extends reports whether a RUN has the commands of an old one, in order, and
// besides them only commands that the data allow.
func (j *dataJudge) extends(now, old step) bool {
	if now.ins.Name != "run" || now.ins.JSON || len(now.ins.Heredocs) > 0 {
		return false
	}
	var had []string
	if old.ins != nil {
		if old.ins.JSON || len(old.ins.Heredocs) > 0 || !slices.EqualFunc(now.ins.Flags, old.ins.Flags, sameFlag) {
			return false
		}
		had = partsOf(old)
	}
	for _, part := range partsOf(now) {
		at := slices.Index(had, part)
		switch {
		case at >= 0 && !slices.ContainsFunc(had[:at], func(gone string) bool { return !j.names(gone) }):
			had = had[at+1:]
		case slices.Contains(j.data.MayRun, part), j.data.NewPackages && installs().MatchString(part):
		default:
			return false
		}
	}
	return !slices.ContainsFunc(had, func(gone string) bool { return !j.names(gone) })
}

// installs matches the installation of packages from the repositories of the
// system.
var installs = lazyregexp.New(`^(?:apt-get update|(?:apt-get|dnf|microdnf|yum) install|apk add)(?: -y| -qq| --yes| --no-cache| --no-install-recommends)*(?: [a-z0-9][a-z0-9.+_-]*)*$`)

// partsOf returns the commands of a RUN that && joins, with single spaces.
// Other operators stay in their part.
func partsOf(s step) []string {
	_, args, _ := strings.Cut(plainText(s), " ")
	for i := range s.ins.Flags {
		args = strings.TrimPrefix(args, s.ins.Flags[i].Value+" ")
	}
	var all []string
	for part := range strings.SplitSeq(args, "&&") {
		all = append(all, strings.Join(strings.Fields(part), " "))
	}
	return all
}

// plainText returns an instruction on one line, with single spaces.
func plainText(s step) string {
	return strings.Join(strings.Fields(strings.ToUpper(s.ins.Name)+" "+strings.TrimPrefix(textOf(s.file, s.ins), s.ins.Keyword.Value)), " ")
}
