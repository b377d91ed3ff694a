package engine

import (
	"encoding/json"

	"github.com/rules-autofix/rules_autofix/internal/prove/printed"
)

// summaryPage writes the question for words about a patch.
func (e *engine) summaryPage(s *Summary, again *refusal) *page {
	p := &page{redactor: e.options.Redactor}
	p.head(StepSummarize, again)
	p.words(noTools)
	p.words("- Say nothing that is not shown here. A test that passes shows that the behavior is as it asserts, not that the code is right.\n")
	p.words("\n# The failure\n\n")
	p.run(s.Before, s.Command, maxTryBytes)
	if hypothesis := printed.Lines(s.Hypothesis, maxHypothesis); hypothesis != "" {
		p.words("\nThis was thought of it before:\n\n")
		p.data("HYPOTHESIS", hypothesis, "")
	}
	p.words("\n# The patch\n\n")
	p.ends("DIFF", s.Change.Diff(), maxLastDiff)
	if s.Words != nil {
		text, err := json.MarshalIndent(s.Words, "", "  ")
		if err != nil {
			panic("engine: " + err.Error()) // strings only
		}
		p.words("\nWhat its author says:\n\n")
		p.data("WORDS", string(text), "")
	}
	p.words("\n# What was seen\n\nThe verdict is %q.\n", string(s.Verdict))
	if len(s.Reasons) > 0 {
		p.words("\n")
		p.data("REASONS", printed.Lines(joined(s.Reasons), maxTryBytes), "")
	}
	if s.After != nil {
		p.words("\nWith the patch:\n\n")
		p.run(s.After, s.Command, maxTryBytes)
	}
	p.words("\n# Answer\n\n%s", answerForm(StepSummarize))
	return p
}

func joined(lines []string) string {
	out := ""
	for _, line := range lines {
		out += "- " + printed.Line(line, maxReason) + "\n"
	}
	return out
}
