package autofixai

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/agents"
	"github.com/rules-autofix/rules_autofix/internal/clip"
	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/patch"
)

// reasons collects the reasons for which answers to a question were refused.
type reasons struct {
	all       []string
	malformed bool // an answer was malformed
}

func (r *reasons) add(why string) { r.all = append(r.all, why) }

// end returns the outcome with all reasons. The last one is its detail, unless
// that is empty.
func (r *reasons) end(o outcome) outcome {
	all := r.all
	if o.reason.Detail != "" {
		all = append(all[:len(all):len(all)], o.reason.Detail)
	}
	switch {
	case len(all) > 1 && len(slices.Compact(slices.Clone(all))) == 1:
		o.reason.Detail = fmt.Sprintf("%d times: %s", len(all), all[0])
	case len(all) > 1:
		for i, why := range all {
			all[i] = fmt.Sprintf("answer %d: %s", i+1, why)
		}
		o.reason.Detail = strings.Join(all, "; ")
	case len(all) == 1:
		o.reason.Detail = all[0]
	}
	return o
}

// beginning returns the first words of an answer without a change. They often say
// why the model refuses.
func beginning(code patch.Code, text string) string {
	if code != patch.AnswerNoBlock {
		return ""
	}
	return fmt.Sprintf("; it begins with %q", clip.Line(inert.StripEscapes(text), agents.FirstWords))
}
