package pullrequest

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/reports"
)

// The files of a folder of a proof that are read.
const (
	evidenceName = "evidence.json"
	patchName    = "patch.diff"
	bodyName     = "pr-body.md"
	titleName    = "pr-title.txt"
)

// maxPatch bounds patch.diff, in bytes. The policy about the size of a patch
// allows far less.
const maxPatch = 16 << 20

// A folder is a finished proof as read from disk.
type folder struct {
	evidence *evidence.Evidence
	best     *evidence.Candidate // nil if there is none
	diff     string
	branch   string
}

// open reads a folder, and checks that its files agree.
func open(dir string, branchOf func(*evidence.Evidence) string) (*folder, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fail(Incomplete, err, "the folder of the proof")
	}
	defer root.Close()
	text, err := read(root, evidenceName, evidence.MaxBytes)
	if err != nil {
		return nil, fail(Incomplete, err, "%s: no evidence", dir)
	}
	f := &folder{}
	if f.evidence, err = evidence.Decode(text); err != nil {
		return nil, fail(BadEvidence, err, "%s", evidenceName)
	}
	f.branch = branchOf(f.evidence)
	if len(f.evidence.Candidates) > 0 {
		f.best = &f.evidence.Candidates[0]
	}
	if err := f.readPatch(root); err != nil {
		return nil, err
	}
	return f, f.checkTexts(root)
}

// readPatch reads the patch of the best candidate, which only one that is
// published needs.
func (f *folder) readPatch(root *os.Root) error {
	diff, err := read(root, patchName, maxPatch)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !f.pulls():
		return nil
	case err != nil:
		return fail(Incomplete, err, "no patch")
	case f.best == nil:
		return fail(PatchChanged, nil, "%s: the evidence has no patch", patchName)
	}
	hash := sha256.Sum256(diff)
	if got := hex.EncodeToString(hash[:]); got != f.best.SHA256 {
		return fail(PatchChanged, nil, "%s has the hash %s, and the evidence is about %s", patchName, got, f.best.SHA256)
	}
	f.diff = string(diff)
	return nil
}

// pulls reports whether the evidence says that the proof is one for a pull
// request.
func (f *folder) pulls() bool {
	return f.evidence.Verdict == evidence.Proven || f.evidence.Verdict == evidence.Weak
}

// checkTexts refuses texts that do not match the evidence. They are written
// again for publishing, and may differ in another version.
func (f *folder) checkTexts(root *os.Root) error {
	for _, file := range []struct{ name, want string }{
		{bodyName, reports.Body(f.evidence, f.branch)},
		{titleName, reports.Title(f.evidence) + "\n"},
	} {
		text, err := read(root, file.name, maxPatch)
		if err != nil {
			return fail(Incomplete, err, "no text")
		}
		if string(text) != file.want {
			return fail(TextChanged, nil, "%s is not what the evidence says", file.name)
		}
	}
	return nil
}

// read reads a regular file of at most limit bytes.
func read(root *os.Root, name string, limit int64) ([]byte, error) {
	info, err := root.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: it is no regular file", filepath.Join(root.Name(), name))
	}
	file, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, limit+1))
	if err == nil && int64(len(text)) > limit {
		err = fmt.Errorf("%s: it is larger than %d MiB", name, limit>>20)
	}
	return text, err
}
