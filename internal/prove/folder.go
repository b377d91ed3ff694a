package prove

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// Keep is how long a folder of a proof is kept by Clean.
const Keep = 30 * 24 * time.Hour

// StateFolder returns the folder of all proofs of this user.
func StateFolder() (string, error) {
	state := os.Getenv("XDG_STATE_HOME")
	if state == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", fmt.Errorf("no folder for the state of proofs: %w; set XDG_STATE_HOME, or give --artifacts", err)
		}
		state = filepath.Join(home, ".local", "state")
	}
	if !filepath.IsAbs(state) {
		return "", fmt.Errorf("XDG_STATE_HOME: %s is not absolute", state)
	}
	return filepath.Join(state, "rules_autofix", "prove"), nil
}

// RepositoryFolder returns the folder of the proofs of the repository at root,
// in the folder of all proofs.
func RepositoryFolder(state, root string) string {
	hash := sha256.Sum256([]byte(root))
	name := unsafeInNames().ReplaceAllString(filepath.Base(root), "_")
	return filepath.Join(state, fmt.Sprintf("%.40s-%s", name, hex.EncodeToString(hash[:6])))
}

var (
	unsafeInNames = lazyregexp.New(`[^A-Za-z0-9._-]+`)
	proofID       = lazyregexp.New(`^[0-9a-f]{16}$`)
)

// Unfinished returns the newest folder below a repository's folder with a
// journal and without evidence, or an error that wraps fs.ErrNotExist.
func Unfinished(repository string) (string, error) {
	entries, err := os.ReadDir(repository)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	newest, at := "", time.Time{}
	for _, e := range entries {
		folder := filepath.Join(repository, e.Name())
		info, err := os.Stat(filepath.Join(folder, journalName))
		if !proofID().MatchString(e.Name()) || err != nil {
			continue
		}
		if _, err := os.Stat(filepath.Join(folder, EvidenceName)); err == nil {
			continue
		}
		if newest == "" || info.ModTime().After(at) {
			newest, at = folder, info.ModTime()
		}
	}
	if newest == "" {
		return "", fmt.Errorf("%s: no proof to resume: %w", repository, fs.ErrNotExist)
	}
	return newest, nil
}

// Clean removes the folders of proofs, of all repositories, that nothing was
// written to for longer than Keep, and returns how many. Proofs in folders that
// --artifacts named are left alone.
func Clean(state string, now time.Time) (removed int, err error) {
	repositories, err := os.ReadDir(state)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	for _, repository := range repositories {
		if !repository.IsDir() {
			continue // a link is not ours
		}
		proofs, err := os.ReadDir(filepath.Join(state, repository.Name()))
		if err != nil {
			continue
		}
		for _, p := range proofs {
			folder := filepath.Join(state, repository.Name(), p.Name())
			if !p.IsDir() || !proofID().MatchString(p.Name()) {
				continue
			}
			info, err := os.Stat(filepath.Join(folder, journalName))
			if err != nil {
				info, err = os.Stat(folder)
			}
			if err != nil || now.Sub(info.ModTime()) <= Keep {
				continue
			}
			if err := os.RemoveAll(folder); err != nil {
				return removed, err
			}
			removed++
		}
	}
	return removed, nil
}
