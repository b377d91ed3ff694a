package pipeline

import "github.com/rules-autofix/rules_autofix/fix_edits/artifact"

// OfArtifact returns what a check found earlier, by its artifact. source has the
// files that were checked.
func OfArtifact(source Source, a *artifact.Artifact) *Checked {
	texts := newTextsOf(source, 0)
	for _, snapshot := range a.Snapshots {
		if !snapshot.Absent {
			texts.digests[snapshot.Path] = snapshot.SHA256
		}
	}
	return &Checked{Artifact: a, Files: len(Paths(source, []*artifact.Artifact{a})), texts: texts}
}

// ReadText returns the bytes that were checked of a file, and nil for one that
// the artifact has no snapshot of. It is an error if the file has others by now.
func (c *Checked) ReadText(path string) ([]byte, error) {
	if _, ok := c.texts.digests[path]; !ok {
		return c.texts.text(path), nil
	}
	return c.texts.Read(path)
}
