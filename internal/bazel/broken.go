package bazel

import (
	"maps"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// Bazel prints these messages if a package below a target pattern does not
// load. No event reports it: a pattern expands to the packages that load. See
// src/main/java/com/google/devtools/build/lib/pkgcache/RecursivePackageProvider
// and src/main/java/com/google/devtools/build/lib/skyframe/PackageFunction.
const (
	packageContainsErrors = "package contains errors: "
	errorLoadingPackage   = "error loading package '"
)

var (
	brokenPackage = lazyregexp.New(`(?m)^(?:ERROR: )?(?:` +
		packageContainsErrors + `([^:\n]*)|` + errorLoadingPackage + `([^'\n]*)')(?:: (.*))?$`)
	terminalEscape = lazyregexp.New("\x1b\\[[0-9;]*[A-Za-z]|\r")
)

// brokenPackages returns the packages of the main repository that do not load
// according to messages of Bazel, by label, in order.
func brokenPackages(messages string) []Failure {
	messages = terminalEscape().ReplaceAllString(messages, "")
	reasons := map[string]string{}
	for _, at := range brokenPackage().FindAllStringSubmatchIndex(messages, -1) {
		part := func(n int) string {
			if at[2*n] < 0 {
				return ""
			}
			return messages[at[2*n]:at[2*n+1]]
		}
		name, reason := part(1)+part(2), part(3)
		if strings.HasPrefix(name, "@") {
			continue // the target that needs it is reported
		}
		if strings.HasPrefix(reason, traceback) {
			reason = messages[at[6]:]
		}
		if label := "//" + name; reasons[label] == "" {
			reasons[label] = firstReason(reason)
		}
	}
	var failures []Failure
	for _, label := range slices.Sorted(maps.Keys(reasons)) {
		failures = append(failures, Failure{Kind: PackageFailed, Label: label, Reason: reasons[label]})
	}
	return failures
}

// failed returns the failures, in a stable order, and the targets that were not
// checked because of it.
func (c *collector) failed() (failures []Failure, unchecked []string) {
	failures = append(c.failures, brokenPackages(c.messages.String())...)
	if c.patterns != "" && len(failures) == 0 {
		failures = append(failures, Failure{Kind: PackageFailed, Reason: "Bazel's messages say which"})
	}
	reported := map[string]bool{}
	for label, blamed := range c.aborted {
		f := Failure{Kind: AnalysisFailed, Label: label, Reason: c.causes[label]}
		slices.Sort(blamed)
		for _, cause := range blamed {
			reported[cause] = true
			if f.Reason != "" || cause == label {
				continue
			}
			if f.Reason = "needs " + cause; c.causes[cause] != "" {
				f.Reason += ": " + firstReason(c.causes[cause])
			}
		}
		reported[label] = true
		failures = append(failures, f)
		unchecked = append(unchecked, label)
	}
	// The other causes are missing files that an action needs, and targets of
	// the build: an aspect that cannot be analyzed on a target has no other
	// event.
	var missing []string
	for label, reason := range c.causes {
		switch {
		case reported[label]:
		case reason == "" && len(c.unbuilt) > 0:
			missing = append(missing, label)
		default:
			failures = append(failures, Failure{Kind: AnalysisFailed, Label: label, Reason: reason})
			unchecked = append(unchecked, label)
		}
	}
	reason := "something that the check needs failed"
	if len(missing) > 0 {
		slices.Sort(missing)
		reason += ", or is missing: " + named(missing)
	}
	for label := range c.unbuilt {
		unchecked = append(unchecked, label)
		if !slices.ContainsFunc(c.failures, func(f Failure) bool { return f.Kind == ActionFailed && f.Label == label }) {
			failures = append(failures, Failure{Kind: NotBuilt, Label: label, Reason: reason})
		}
	}
	slices.Sort(unchecked)
	return sortFailures(failures), slices.Compact(unchecked)
}
