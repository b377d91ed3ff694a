package fixedits

// An EditKind says what an edit does to its file.
type EditKind uint8

const (
	// EditText changes bytes of a file that is there.
	EditText EditKind = iota
	// EditCreate makes a file. The snapshot of its path is absent, and New is
	// all of the file's text. Start and End are 0.
	EditCreate
	// EditDelete removes a file, whose snapshot is not absent. New is nil, and
	// Start and End are 0.
	EditDelete
)

// IsCreation reports whether an edit makes its file.
func (e *Edit) IsCreation() bool { return e.Kind == EditCreate }

// IsDeletion reports whether an edit removes its file; one that only empties
// the file does not.
func (e *Edit) IsDeletion() bool { return e.Kind == EditDelete }

// Creates returns the paths that a fix makes, and Deletes those that it
// removes, in the order of its edits.
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
