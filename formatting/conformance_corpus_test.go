//go:build conformance

package formatting_test

import (
	"crypto/sha256"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
)

// A corpus is the files below some folders, each with its first bytes.
type corpus struct {
	names []string
	heads map[string][]byte // of those that have no suffix or are scripts
}

func newCorpus(t *testing.T, roots []string) *corpus {
	c := &corpus{heads: make(map[string][]byte)}
	for _, root := range roots {
		err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrPermission) || errors.Is(err, fs.ErrNotExist) && name != root {
				return nil
			}
			if err != nil {
				return err
			}
			if entry.IsDir() && name == filepath.Join(root, "cache", "download") { // archives
				return filepath.SkipDir
			}
			if entry.Type().IsRegular() {
				c.names = append(c.names, name)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// files returns those of a language, with their texts. Of files of one base
// name and one text, only the first counts.
func (c *corpus) files(t *testing.T, language formatting.Language) []file {
	type identity struct {
		base string
		sum  [sha256.Size]byte
	}
	seen := make(map[identity]bool)
	var files []file
	for _, name := range c.names {
		if !language.Match(filepath.ToSlash(name), c.head(name)) {
			continue
		}
		src, err := os.ReadFile(name)
		if errors.Is(err, fs.ErrPermission) || errors.Is(err, fs.ErrNotExist) {
			continue // since the walk
		}
		if err != nil {
			t.Fatal(err)
		}
		if id := (identity{filepath.Base(name), sha256.Sum256(src)}); !seen[id] {
			seen[id] = true
			files = append(files, file{name, src})
		}
	}
	return files
}

// A file is one of the corpus.
type file struct {
	name string
	src  []byte
}

// head returns the beginning of a file, where its #! line may say what it is.
func (c *corpus) head(name string) []byte {
	if suffix := filepath.Ext(name); suffix != "" && suffix != ".sh" {
		return nil
	}
	head, ok := c.heads[name]
	if !ok {
		head = firstBytes(name)
		c.heads[name] = head
	}
	return head
}

// firstBytes returns as many as there are to read, up to 128.
func firstBytes(name string) []byte {
	f, err := os.Open(name)
	if err != nil {
		return nil
	}
	defer f.Close()
	first := make([]byte, 128)
	n, _ := io.ReadFull(f, first)
	return first[:n]
}

func goEnv(t *testing.T, name string) string {
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}
