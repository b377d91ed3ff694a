package fixedits

// Of returns the text of the file with the edits of some rules only, and
// whether there is a file then. It needs Owners. Settle is the field
// Options.SettleImports of the merge, so the text is the one that a merge of
// these fixes would make before any formatter runs.
func (c *FileChange) Of(some func(rule string) bool, settle func(path string, before, after []byte) []byte) (text []byte, exists bool) {
	var edits []Edit
	for i := range c.Edits {
		if some(c.Owners[i]) {
			edits = append(edits, c.Edits[i])
		}
	}
	if len(edits) == 0 {
		return c.Before, !c.Created
	}
	text, err := Apply(c.Before, edits)
	if err != nil {
		panic(err) // they are edits of a plan
	}
	if edits[0].Kind != EditText {
		return text, !edits[0].IsDeletion()
	}
	if settle != nil {
		text = settledBy(settle, c.Path, c.Before, text)
	}
	return text, true
}
