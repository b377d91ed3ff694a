package report

import (
	"fmt"
	"io"
	"slices"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
	"github.com/rules-autofix/rules_autofix/internal/inert"
)

// Unusable returns the refused results of a report that count under all or
// nothing. A result about a file that is missing or outside of the workspace
// does not count: it could not have been applied.
func Unusable(file string, refused []*adapters.Refusal, shown Shown) []string {
	var all []string
	for _, r := range refused {
		if r.Code != adapters.CodeNotGiven && r.Code != adapters.CodeSkipped {
			all = append(all, inert.Line(file+": "+refusal(r, shown)))
		}
	}
	return all
}

// refusedShown is the maximum number of refused results that are listed
// individually.
const refusedShown = 10

// Refused lists the results of a checker or report that are not used. The
// findings count them by file.
func Refused(to io.Writer, from string, refused []*adapters.Refusal, shown Shown) {
	refused = slices.DeleteFunc(slices.Clone(refused), func(r *adapters.Refusal) bool {
		if r.Code == adapters.CodeSkipped {
			fmt.Fprintf(to, "autofix: %s: %s\n", from, inert.Line(r.Why))
		}
		return r.Code == adapters.CodeSkipped
	})
	if len(refused) == 0 {
		return
	}
	fmt.Fprintf(to, "autofix: %d of the results of %s cannot be used:\n", len(refused), from)
	for i, r := range refused {
		if i == refusedShown {
			fmt.Fprintf(to, "  ... and %d more\n", len(refused)-i)
			break
		}
		fmt.Fprintf(to, "  %s\n", inert.Line(refusal(r, shown)))
	}
}

// refusal returns the message of a refusal, with the path in the form of text
// output.
func refusal(r *adapters.Refusal, shown Shown) string {
	one := *r
	if one.Path != "" {
		one.Path = shown.Of(one.Path)
	}
	return one.Error()
}
