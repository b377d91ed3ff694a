package worktree

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall"

	"github.com/rules-autofix/rules_autofix/internal/coded"
)

// A Code names the reason of an error. Codes are stable.
type Code string

// The codes of repositories.
const (
	NoGit           Code = "no_git"
	NotRepository   Code = "not_a_repository"
	AtRoot          Code = "repository_at_root"
	Bare            Code = "bare_repository"
	NoCommit        Code = "no_commit"
	Unreadable      Code = "unreadable_repository"
	Unmerged        Code = "unmerged_files"
	MissingObjects  Code = "missing_objects"
	Locked          Code = "locked"
	StateInside     Code = "state_in_repository"
	DiskFull        Code = "disk_full"
	FileMissing     Code = "file_missing"
	FileTooLarge    Code = "file_too_large"
	FileNotRegular  Code = "file_not_regular"
	Stale           Code = "stale_change"
	ChangedLink     Code = "changed_symlink"
	ChangedModule   Code = "changed_submodule"
	ChangedSpecial  Code = "changed_special_file"
	ChangedTooLarge Code = "changed_too_large"
)

var waysOut = map[Code]string{
	NoGit:           "install git, and put it on the PATH",
	NotRepository:   "run it in a git repository, or name one",
	AtRoot:          "move the repository into a folder, or prove a clone of it",
	Bare:            "run it in a checkout: a bare repository has no files to prove",
	NoCommit:        "commit the files first",
	Unreadable:      "run git status and git fsck there, and fix what they report",
	Unmerged:        "end the merge or abort it, or prove HEAD without the changes",
	MissingObjects:  "fetch what is missing: git fetch --refetch in a partial clone, else git fsck",
	Locked:          "wait until the other run ends, or name another state folder",
	StateInside:     "name a state folder outside of the repository",
	DiskFull:        "free some space, or name a state folder on another disk",
	FileMissing:     "name a file of the base",
	FileTooLarge:    "leave the file alone",
	FileNotRegular:  "leave links and submodules alone",
	Stale:           "make the change anew from the base",
	ChangedLink:     "change regular files only",
	ChangedModule:   "create no repository within the repository",
	ChangedSpecial:  "change regular files only",
	ChangedTooLarge: "change fewer and smaller files",
}

// WayOut says in a few words what to do about the code.
func (c Code) WayOut() string { return waysOut[c] }

// An Error says why there is no worktree, or why a change is refused.
type Error = coded.Error[Code]

// fail returns an error with a code, or with DiskFull if that is the cause. An
// error that has a code keeps it.
func fail(code Code, err error, format string, args ...any) error {
	if known := (*Error)(nil); errors.As(err, &known) {
		return err
	}
	if isFull(err) {
		code = DiskFull
	}
	return coded.New(code, err, format, args...)
}

// step returns an error of a step that only a full disk or a broken machine
// explains. It has a code only for the first.
func step(err error, format string, args ...any) error {
	var known *Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &known):
		return err
	case isFull(err):
		return coded.New(DiskFull, err, format, args...)
	}
	return fmt.Errorf("%s: %w", fmt.Sprintf(format, args...), err)
}

// isFull reports whether a disk is full, by the error of this process or by
// git's message.
func isFull(err error) bool {
	if err == nil {
		return false
	}
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, quotaExceeded) {
		return true
	}
	var failed *gitError
	return errors.As(err, &failed) && slices.ContainsFunc(fullTexts, func(text string) bool { return strings.Contains(failed.stderr, text) })
}

// fullTexts are git's messages about a full disk. The last does not say why,
// but hardly anything else keeps a file from being written once it is open.
var fullTexts = []string{"No space left on device", "Out of diskspace", "Disk quota exceeded", "unable to write file"}
