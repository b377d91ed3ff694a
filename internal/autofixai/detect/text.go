package detect

import (
	"fmt"
	"io"

	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/report"
)

// Text writes the numbers of files and of claims, by their fate.
func (c *Counts) Text(w io.Writer, shown report.Shown) {
	fmt.Fprintf(w, "autofix: AI: asked about %s, %s from an earlier run, %s\n",
		report.NumberOf(c.Asked, "file"), report.NumberOf(c.Cached, "answer"), report.NumberOf(c.Tokens.Count(), "token"))
	if dropped := c.NoSuchPlace + c.UnknownRule + c.NoMessage + c.TooMany; dropped > 0 {
		fmt.Fprintf(w, "autofix: AI: dropped %s: %d about places that do not exist, %d by unknown rules, %d without a message, %d too many\n",
			report.NumberOf(dropped, "claim"), c.NoSuchPlace, c.UnknownRule, c.NoMessage, c.TooMany)
	}
	for _, skipped := range c.Skipped {
		fmt.Fprintf(w, "autofix: %s: no answer (%s): %s\n", inert.Line(shown.Of(skipped.Path)), skipped.Code, inert.Line(skipped.Detail))
	}
}
