package pipeline

import "github.com/rules-autofix/rules_autofix/fix_edits/artifact"

// OfArtifact returns the result of an earlier check, given its artifact. source
// has the files that were checked.
func OfArtifact(source Source, a *artifact.Artifact) *Checked {
	texts := newTextsOf(source, 0)
	for _, snapshot := range a.Snapshots {
		if !snapshot.Absent {
			texts.digests[snapshot.Path] = snapshot.SHA256
		}
	}
	return &Checked{Artifact: a, Files: len(Paths(source, []*artifact.Artifact{a})), texts: texts}
}

// ReadText returns the checked bytes of a file, and nil if the artifact has no
// snapshot of it. It is an error if the file has changed since.
func (c *Checked) ReadText(path string) ([]byte, error) {
	if _, ok := c.texts.digests[path]; !ok {
		return c.texts.text(path), nil
	}
	return c.texts.Read(path)
}
