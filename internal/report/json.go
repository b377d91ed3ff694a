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

// Artifacts writes the artifacts that the findings came in as one list, which
// `autofix fix --from` reads.
func Artifacts(out io.Writer, f *Findings) error {
	text, err := artifact.MarshalList(f.artifacts)
	if err != nil {
		return err
	}
	_, err = out.Write(text)
	return err
}
