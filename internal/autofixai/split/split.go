// Package split judges a Dockerfile of one stage that was divided into several.
// It knows nothing about dangerous commands. A divided file may have the content
// of the file, and a short list of additions:
//
//   - a stage on an image of the file or, for the last one, on an image of
//     runtimes, or on the slim variant of an image of the file;
//   - AS NAME, and COPY --from=NAME of the path at which the file had the same
//     content before, of a file to where a cp or mv of the file brought it, of
//     a program to a folder of PATH, or of a file that CMD names to where it
//     finds it;
//   - WORKDIR, USER, SHELL, ENV, ARG and the instructions of the image's
//     configuration, with values that the file had;
//   - --mount=type=cache of the folder of a package manager;
//   - in the last stage, an installation of certificates, time zones and
//     runtime libraries, and the removal of the lists and caches of packages.
//
// A command counts as the same if the words, the shell, the user, the folder
// and the variables that it may read are the same, and its failure has the same
// effect. Words of instructions count by the values of ENV. The commands and
// copies of a stage are in their old order, and each of them is in one stage;
// installations and their sources, copies, and the making of users, folders, links
// and settings may be in more. An installation may be of fewer packages, and a
// copy of the build context of fewer files. The last stage has the commands that
// remove files of such a copy, or change their modes and owners.
//
// Comments, labels and the words of other commands are not evidence.
package split

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

// A Refusal is a part of a divided file that is not allowed.
type Refusal struct {
	Line    int // of the divided file, 1-based; 0: the part is missing
	Message string
}

// Judge returns the refusals of a divided file, in the order of the file.
func Judge(before, after *lint.File) []Refusal {
	if len(before.Stages) != 1 || len(after.Stages) == 0 {
		return []Refusal{{Message: "only a file of one stage can be divided"}}
	}
	unread := unreadOf(before, before.Stages[0])
	old := read(before, before.Stages[0], unread)
	j := &judge{file: before, before: old.steps, unread: unread, values: map[string]bool{}, folder: old.folder, folders: slices.DeleteFunc(slices.Clone(old.folders), func(folder string) bool { return folder == "" }), started: startedBy(before.Stages[0]), base: before.Stages[0], after: after, kept: map[*step]*lint.Stage{}, parts: map[*step][]string{}, placing: map[*step][]string{}, setups: map[string]bool{}, sets: map[string]bool{}, refused: map[string]bool{}}
	for _, v := range old.values {
		j.values[v.text], j.values[old.inBase(v.expanded)] = true, true
		if folder, is := strings.CutPrefix(v.text, "workdir "); is && !strings.HasPrefix(folder, "$") {
			j.values["workdir "+path.Join("/", folder)] = true // as the configuration of the image has it
		}
	}
	for _, folder := range old.folders {
		j.values["workdir "+folder] = true
	}
	delete(j.values, "workdir ")
	for i := range old.steps {
		for _, command := range slices.Concat(old.steps[i].setup, old.steps[i].idle) {
			j.sets[command] = true
		}
	}
	j.images = imagesOf(before)
	j.meta(before)
	for _, stage := range after.Stages {
		j.stage(stage)
	}
	j.missing()
	slices.SortStableFunc(j.refusals, func(a, b Refusal) int { return cmp.Compare(a.Line, b.Line) })
	return j.refusals
}

// SameFolder reports whether the images of two files have the same working
// folder, by the values of variables and by their base images.
func SameFolder(before, after *lint.File) bool {
	folder := func(f *lint.File) string { return readLast(f).folder }
	return len(before.Stages) > 0 && len(after.Stages) > 0 && folder(before) != "" && folder(before) == folder(after)
}

// A judge compares the steps of all stages with the steps of the old one.
type judge struct {
	file       *lint.File // the old one
	before     []step
	unread     []string        // variables that no command needs
	values     map[string]bool // that the file had
	folder     string          // of the old image; "": unknown
	folders    []string        // the known ones of WORKDIR
	started    []string        // the relative paths in CMD and ENTRYPOINT
	base       *lint.Stage     // the old stage
	images     map[string]bool // that the file uses, in lower case
	after      *lint.File
	kept       map[*step]*lint.Stage // the first stage with a step of before
	lastFolder string                // of the image; "": unknown, or not yet judged
	last       []step                // of the last stage
	copied     []string              // the paths that stages copy from others
	added      []string              // the packages of additions
	parts      map[*step][]string    // the sources of old copies that stages have
	placing    map[*step][]string    // the files of old steps such as cp that stages copy instead
	setups     map[string]bool       // the commands of stages that change their shells
	sets       map[string]bool       // the commands of the file that set variables, and others that change the shell
	refused    map[string]bool       // the texts of steps that differ
	refusals   []Refusal
}

func (j *judge) refuse(line int, format string, args ...any) {
	j.refusals = append(j.refusals, Refusal{line, fmt.Sprintf(format, args...)})
}

// meta compares the instructions before the first FROM.
func (j *judge) meta(before *lint.File) {
	old := map[string]bool{}
	for _, ins := range before.Meta {
		old[ins.Text.Value] = true
	}
	for _, ins := range j.after.Meta {
		if !old[ins.Text.Value] {
			j.refuse(ins.Line, "the file did not have %s before its first FROM", ins.Keyword.Value)
		}
	}
}

// stage judges a stage with the stages that it is based on.
func (j *judge) stage(s *lint.Stage) {
	last := s == j.after.Stages[len(j.after.Stages)-1]
	j.baseOf(s, last)
	if name := s.Name.Value; name != "" && j.images[strings.ToLower(name)] {
		j.refuse(s.From.Line, "the stage has the name of an image that the file uses; call it otherwise")
	}
	r := read(j.after, s, j.unread)
	if last {
		j.lastFolder, j.last = r.folder, r.steps
	}
	for _, v := range r.values {
		if v.stage == s && !j.values[v.text] && !j.values[r.inBase(v.expanded)] {
			j.refuse(v.line, "the file did not have this %s; use only values that are there", v.name)
		}
	}
	// The steps of the stages that this one is based on are judged with them.
	next, has := 0, map[*step]bool{}
	var copied copies
	for i := range r.steps {
		st := &r.steps[i]
		if k := slices.IndexFunc(st.idle, func(command string) bool { return !j.sets[command] }); k >= 0 && st.stage == s {
			j.refuse(st.line, "the command %s was not in the file; use only what is there", st.idle[k])
		}
		at := j.find(st, next, has)
		switch {
		case at >= 0 && j.comesAgain(r.steps[i:], at, next, has): // an update
		case at >= 0 && !j.overtaken(st, at, copied):
			copied.add(j, st, at)
			if st.script == nil || !st.script.cleans() { // which may come at any time
				next = max(next, at+1)
			}
			j.keep(&j.before[at], st)
			has[&j.before[at]] = true
		case st.stage != s, last && (j.isAddition(st) || j.installsLibraries(st)), j.copies(st):
		case j.doesPart(st, next, &copied):
		default:
			j.refuse(st.line, "%s", j.reason(st))
			j.refused[st.text] = true
		}
	}
	if last {
		j.keepsGuards(r.steps, has)
		j.keepsFolder(r)
	}
}

// keepsFolder refuses a WORKDIR of the last stage whose words name another
// folder than in the file, because the base is another one.
func (j *judge) keepsFolder(r *reading) {
	at := slices.IndexFunc(r.values, func(v value) bool { return strings.HasPrefix(v.text, "workdir ") })
	if at >= 0 && j.folder != "" && r.folder != j.folder {
		j.refuse(r.values[at].line, "the final image is not in the folder %s, as before", j.folder)
	}
}

// keep notes that a stage has an old step. If two stages ran the command that
// downloads a file, one of them could leave out the command that verifies it.
func (j *judge) keep(old, now *step) {
	for _, command := range now.setup {
		j.setups[command] = true
	}
	if now.script != nil {
		j.setups[now.script.text] = true
	}
	switch first := j.kept[old]; {
	case first == nil:
		j.kept[old] = now.stage
	case first != now.stage && !old.repeatable():
		j.refuse(now.line, "two stages have %s; keep it in one", now.name())
	}
}

// find returns the index of the first old step from next on that a step equals,
// or -1. A COPY may also be an earlier one, if since then the stage, which has
// some old steps, only made users.
func (j *judge) find(s *step, next int, has map[*step]bool) int {
	for i := next; i < len(j.before); i++ {
		if old := &j.before[i]; s.same(old) || j.ownedLater(s, i) && s.difference(old) == "" {
			return i
		}
	}
	for i := next - 1; i >= 0 && s.script == nil; i-- {
		old := &j.before[i]
		switch {
		case has[old] && (!old.makesUsers() || s.copiesTo("/etc", j.after)):
			return -1
		case !has[old] && s.same(old):
			return i
		}
	}
	return -1
}

// doesPart reports whether a step does a part of an old step from next on, or of
// a COPY whose files no step between them may have changed.
func (j *judge) doesPart(s *step, next int, copied *copies) bool {
	for i := range j.before {
		old := &j.before[i]
		if i >= next && s.installsPart(old) {
			return true
		}
		if !j.copiesPart(s, i) || s.text == old.text && (j.kept[old] == nil || j.kept[old] == s.stage) || j.overtaken(s, i, *copied) {
			continue
		}
		if i >= next || !slices.ContainsFunc(j.before[i+1:next], func(between step) bool { return !between.changesNone() }) {
			j.addPart(s, old)
			copied.add(j, s, i)
			return true
		}
	}
	return false
}

// reason returns the way in which a step is new.
func (j *judge) reason(s *step) string {
	reason, most := "", -1
	if s.script != nil && s.script.op != nil {
		s = j.foreignFirst(s)
	}
	for i := range j.before {
		old := &j.before[i]
		if old.text != s.text {
			continue
		}
		why := s.difference(old)
		if why == "" {
			return s.name() + " comes in another order, or more often, than before"
		}
		// Of several installations, the one with the most of its packages.
		if common := s.commonPackages(old); common > most {
			reason, most = s.name()+": "+why, common
		}
	}
	if reason != "" {
		return reason
	}
	return fmt.Sprintf("%s was not in the file; use only what is there", s.name())
}

// missing refuses old steps that are in no stage now. The removal of files that
// no stage copies can go, and so can the removal of packages and of their
// caches, and messages.
func (j *judge) missing() {
	for i := range j.before {
		old := &j.before[i]
		for _, command := range old.setup {
			if j.setups[command] || !slices.Contains(old.sourced, command) && (j.kept[old] == nil || !strings.ContainsAny(command, "$`")) {
				continue
			}
			j.refuse(0, "no stage has the command %s of line %d, which may fail", command, old.line)
			j.setups[command] = true // refused once
		}
		if j.kept[old] == nil && !j.refused[old.text] && !old.dispensable && !j.removesUncopied(old) && !j.addedAll(old) && !j.keptAgain(old) && !j.copiedInstead(old) && !j.ownedInstead(old) && !j.copiedInParts(old) && !j.madeInstead(old) {
			j.refuse(0, "no stage has %s of line %d; keep each command and copy in one", old.name(), old.line)
		}
	}
}

// addedAll reports whether the last stage installs the packages of an old
// installation, together with other ones.
func (j *judge) addedAll(old *step) bool {
	return len(old.packages) > 0 && !slices.ContainsFunc(old.packages, func(name string) bool { return !slices.Contains(j.added, name) })
}

// keptAgain reports whether a stage has another old step that is the same, such
// as a second apt-get update.
func (j *judge) keptAgain(old *step) bool {
	for i := range j.before {
		if other := &j.before[i]; j.kept[other] != nil && old.script != nil && old.script.op != nil && old.repeatable() && old.same(other) {
			return true
		}
	}
	return false
}

// imagesOf returns the images that a file of one stage uses, in lower case.
func imagesOf(f *lint.File) map[string]bool {
	all := map[string]bool{strings.ToLower(f.Stages[0].Base.Value): true}
	for _, ins := range f.Stages[0].Instructions {
		inner := lint.Inner(ins)
		for i := range inner.Flags {
			switch flag := &inner.Flags[i]; flag.Name {
			case "from":
				all[strings.ToLower(flag.Arg)] = true
			case "mount":
				all[strings.ToLower(lint.MountOption(flag.Arg, "from"))] = true
			}
		}
	}
	return all
}
