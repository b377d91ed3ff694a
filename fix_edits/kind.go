package fixedits

// An EditKind is the effect of an edit on its file.
type EditKind uint8

const (
	// EditText changes bytes of an existing file.
	EditText EditKind = iota
	// EditCreate creates a file. The snapshot of its path is absent, and New is
	// the whole text of the file. Start and End are 0.
	EditCreate
	// EditDelete removes a file, whose snapshot is not absent. New is nil, and
	// Start and End are 0.
	EditDelete
)

// IsCreation reports whether an edit creates its file.
func (e *Edit) IsCreation() bool { return e.Kind == EditCreate }

// IsDeletion reports whether an edit removes its file. Emptying a file does not
// remove it.
func (e *Edit) IsDeletion() bool { return e.Kind == EditDelete }

// Creates returns the paths that a fix creates, in the order of its edits.
func (f *Fix) Creates() []string { return f.pathsOf(EditCreate) }

// Deletes returns the paths that a fix removes, in the order of its edits.
func (f *Fix) Deletes() []string { return f.pathsOf(EditDelete) }

func (f *Fix) pathsOf(kind EditKind) (paths []string) {
	for i := range f.Edits {
		if f.Edits[i].Kind == kind {
			paths = append(paths, f.Edits[i].Path)
		}
	}
	return paths
}
