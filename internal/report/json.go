package report

import (
	"io"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// JSON writes the findings as the artifact that they came in, so that there is
// only one JSON form and one schema.
func JSON(out io.Writer, f *Findings) error {
	return artifact.Encode(out, f.artifact)
}
