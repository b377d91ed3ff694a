package bazel

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/bazel/buildevents"
)

// A Target is a target for which an aspect made files.
type Target struct {
	Label string
	Files []File // of the output group, by path, each once
}

// A File is an output of the build.
type File struct {
	Path     string // absolute, on this machine; empty for a file that came in the events
	Contents []byte // of a file that came in the events
}

// A Collection is the content of the build events about one output group.
type Collection struct {
	Targets  []Target  // by label; only targets with at least one file in the group
	Empty    []string  // sorted labels of targets for which the aspect was built and made no file
	Failures []Failure // in a stable order; the exit code of the build decides whether it failed

	// Incompatible are the sorted labels of targets that a wildcard names and
	// that are incompatible with the platform.
	Incompatible []string
	// Unchecked are the sorted labels of targets for which an aspect could not
	// be built, or not with all its files. They are not in Targets or Empty.
	Unchecked []string
	// Stopped reports that Bazel gave up other targets after a failure, as it
	// does without --keep_going.
	Stopped bool
	// Failed lists what Bazel did not complete; nil if it built everything.
	// Targets has the completed ones.
	Failed *BuildError
}

// Collect reads the events of a file that --build_event_json_file wrote, and
// collects the files of an output group of all targets and aspects. It is an
// error if an event does not parse (the error has the 1-based line), if the
// last event is missing, or if a file is not on this machine.
func Collect(events io.Reader, group string) (*Collection, error) {
	c := collector{
		group:   group,
		sets:    map[string]*buildevents.NamedSet{},
		groups:  map[string][]buildevents.OutputGroup{},
		visited: map[string]bool{},
		skipped: map[string]bool{},
		causes:  map[string]string{},
		aborted: map[string][]string{},
		unbuilt: map[string]bool{},
	}
	if err := buildevents.Read(events, saysNothing, c.add); err != nil {
		return nil, fmt.Errorf("build events: %w", err)
	}
	collection, err := c.collection()
	if err != nil {
		return nil, fmt.Errorf("build events: %w", err)
	}
	return collection, nil
}

type collector struct {
	group    string
	sets     map[string]*buildevents.NamedSet     // by id
	groups   map[string][]buildevents.OutputGroup // by label: a target may be built in several configurations, by several aspects
	visited  map[string]bool                      // labels for which an aspect was built
	skipped  map[string]bool                      // labels that are incompatible with the platform
	causes   map[string]string                    // Bazel's message about a label that could not be loaded or analyzed
	aborted  map[string][]string                  // targets that could not be analyzed, each with the labels that are to blame
	unbuilt  map[string]bool                      // targets for which an aspect could not be built completely
	messages strings.Builder                      // of Bazel, about packages
	patterns string                               // why a pattern, or a package below one, did not load; "" if all did
	stopped  bool
	failures []Failure
}

func (c *collector) add(e *buildevents.Event) {
	switch {
	case e.Aborted != nil:
		c.addAborted(e)
	case e.Action != nil && e.ID.ActionCompleted != nil && !e.Action.Success:
		c.failures = append(c.failures, actionFailure(e.ID.ActionCompleted.Label, e.Action))
	case e.NamedSet != nil && e.ID.NamedSet != nil:
		c.sets[e.ID.NamedSet.ID] = e.NamedSet
	case e.Progress != nil:
		c.messages.WriteString(e.Progress.Stderr)
	case e.Finished != nil && e.Finished.FailureDetail.TargetPatterns != nil:
		c.patterns = e.Finished.FailureDetail.Message
	case e.Completed != nil && e.ID.TargetCompleted != nil:
		c.addCompleted(e.ID.TargetCompleted, e.Completed)
	}
}

func (c *collector) addCompleted(id *buildevents.LabelID, completed *buildevents.Completed) {
	if id.Aspect != "" {
		if completed.Success {
			c.visited[id.Label] = true
		} else {
			c.unbuilt[id.Label] = true
		}
	}
	for _, group := range completed.OutputGroups {
		if group.Name != c.group {
			continue
		}
		c.groups[id.Label] = append(c.groups[id.Label], group)
		if group.Incomplete {
			c.unbuilt[id.Label] = true
		}
	}
}

// consequences are reasons of Aborted that follow from another event or from
// the exit code, and add nothing.
var consequences = []string{"INCOMPLETE", "NO_ANALYZE", "NO_BUILD", "SKIPPED", "USER_INTERRUPTED"}

func (c *collector) addAborted(e *buildevents.Event) {
	// A target that a wildcard names and that is incompatible with the platform
	// is left out on purpose.
	if e.Aborted.Reason == "SKIPPED" && e.ID.TargetCompleted != nil {
		c.skipped[e.ID.TargetCompleted.Label] = true
	}
	if slices.Contains(consequences, e.Aborted.Reason) {
		c.stopped = c.stopped || e.Aborted.Reason == "INCOMPLETE"
		return
	}
	switch id := &e.ID; {
	case id.Pattern != nil:
		c.failures = append(c.failures, patternFailure(id.Pattern, e.Aborted))
	case id.PatternSkipped != nil:
		c.failures = append(c.failures, patternFailure(id.PatternSkipped, e.Aborted))
	case id.ConfiguredLabel != nil:
		c.addCause(id.ConfiguredLabel.Label, e.Aborted)
	case id.UnconfiguredLabel != nil:
		c.addCause(id.UnconfiguredLabel.Label, e.Aborted)
	case id.TargetConfigured != nil:
		c.addUnanalyzed(id.TargetConfigured.Label, e)
	case id.TargetCompleted != nil:
		c.addUnanalyzed(id.TargetCompleted.Label, e)
	}
	// The exit code covers other events.
}

func patternFailure(id *buildevents.PatternID, a *buildevents.Aborted) Failure {
	return Failure{Kind: PatternFailed, Label: strings.Join(id.Pattern, " "), Reason: a.Description}
}

func (c *collector) addCause(label string, a *buildevents.Aborted) {
	if c.causes[label] == "" {
		c.causes[label] = a.Description
	}
}

func (c *collector) addUnanalyzed(label string, e *buildevents.Event) {
	to := c.aborted[label]
	for i := range e.Children {
		switch child := &e.Children[i]; {
		case child.ConfiguredLabel != nil:
			to = append(to, child.ConfiguredLabel.Label)
		case child.UnconfiguredLabel != nil:
			to = append(to, child.UnconfiguredLabel.Label)
		}
	}
	c.aborted[label] = to
	c.addCause(label, e.Aborted)
}

func (c *collector) collection() (*Collection, error) {
	result := &Collection{Stopped: c.stopped}
	result.Failures, result.Unchecked = c.failed()
	for _, label := range result.Unchecked {
		// Some of its checks may have worked. A target that is only partly
		// checked is treated as unchecked.
		delete(c.groups, label)
		delete(c.visited, label)
	}
	for _, label := range slices.Sorted(maps.Keys(c.groups)) {
		files, err := c.files(c.groups[label])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", label, err)
		}
		if len(files) > 0 {
			result.Targets = append(result.Targets, Target{Label: label, Files: files})
			delete(c.visited, label)
		}
	}
	maps.DeleteFunc(c.visited, func(label string, _ bool) bool { return c.skipped[label] })
	result.Empty = slices.Sorted(maps.Keys(c.visited))
	result.Incompatible = slices.Sorted(maps.Keys(c.skipped))
	return result, nil
}

// files returns the files of groups, including nested sets.
func (c *collector) files(groups []buildevents.OutputGroup) ([]File, error) {
	var found []buildevents.File
	var pending []buildevents.SetID
	for _, group := range groups {
		found = append(found, group.InlineFiles...)
		pending = append(pending, group.FileSets...)
	}
	seen := map[string]bool{}
	for len(pending) > 0 {
		id := pending[len(pending)-1].ID
		pending = pending[:len(pending)-1]
		if seen[id] {
			continue
		}
		seen[id] = true
		set, ok := c.sets[id]
		if !ok {
			return nil, fmt.Errorf("output group %s: no event defines its file set %q", c.group, id)
		}
		found = append(found, set.Files...)
		pending = append(pending, set.FileSets...)
	}
	files := make([]File, 0, len(found))
	for i := range found {
		located, err := locate(&found[i])
		if err != nil {
			return nil, err
		}
		files = append(files, located)
	}
	slices.SortFunc(files, func(a, b File) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), slices.Compare(a.Contents, b.Contents))
	})
	return slices.CompactFunc(files, func(a, b File) bool {
		return a.Path == b.Path && slices.Equal(a.Contents, b.Contents)
	}), nil
}

// locate returns the path or the contents of a file.
func locate(f *buildevents.File) (File, error) {
	if f.URI == "" {
		return File{Contents: f.Contents}, nil
	}
	path, err := f.Path()
	return File{Path: path}, err
}
