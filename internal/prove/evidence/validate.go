package evidence

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

var (
	hash40    = lazyregexp.New(`^[0-9a-f]{40}([0-9a-f]{24})?$`)
	hash64    = lazyregexp.New(`^[0-9a-f]{64}$`)
	resolved  = sync.OnceValues(resolve)
	runNumber = lazyregexp.New(`^r[1-9][0-9]{0,8}$`)
)

func resolve() (*jsonschema.Resolved, error) {
	var s jsonschema.Schema
	if err := json.Unmarshal(schema(), &s); err != nil {
		return nil, err
	}
	return s.Resolve(nil)
}

// validate returns an error for evidence that this package could not have
// written. text is the encoded evidence: package json ignores the case of keys,
// but a key in another case is not one of ours.
func (e *Evidence) validate(text []byte) error {
	if e.Version != Version {
		return fmt.Errorf("its version is %d, and only %d is known", e.Version, Version)
	}
	r, err := resolved()
	if err != nil {
		return err
	}
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		return err
	}
	if err := r.Validate(value); err != nil {
		return err
	}
	if !hash40().MatchString(e.Base.Commit) || !hash40().MatchString(e.Base.Tree) {
		return errors.New("base: its hashes are not those of git")
	}
	if len(e.Command) == 0 {
		return errors.New("command: empty")
	}
	ids := map[string]bool{}
	for i := range e.Runs {
		run := &e.Runs[i]
		if !runNumber().MatchString(run.ID) || ids[run.ID] {
			return fmt.Errorf("runs[%d]: its id %q is not one, or is there twice", i, run.ID)
		}
		ids[run.ID] = true
		if !hash64().MatchString(run.Stdout.SHA256) || !hash64().MatchString(run.Stderr.SHA256) {
			return fmt.Errorf("runs[%d]: its outputs have no hash", i)
		}
		if !run.Stdout.consistent() || !run.Stderr.consistent() {
			return fmt.Errorf("runs[%d]: the text of an output is not the one that its size and hash are of", i)
		}
	}
	for i := range e.Candidates {
		c := &e.Candidates[i]
		if !hash64().MatchString(c.SHA256) {
			return fmt.Errorf("candidates[%d]: its patch has no hash", i)
		}
		for _, f := range c.Files {
			if !fs.ValidPath(f.Path) {
				return fmt.Errorf("candidates[%d]: %q is not a path in a repository", i, f.Path)
			}
		}
		for _, condition := range c.Conditions {
			if missing := slices.IndexFunc(condition.Runs, func(id string) bool { return !ids[id] }); missing >= 0 {
				return fmt.Errorf("candidates[%d]: %s rests on the run %q, which there is not", i, condition.ID, condition.Runs[missing])
			}
		}
	}
	return nil
}

// consistent reports whether the size and the hash can belong to the text. It
// cannot tell for bytes that JSON does not have, or if the text is cut.
func (o *Output) consistent() bool {
	if strings.ContainsRune(o.Head, utf8.RuneError) || strings.ContainsRune(o.Tail, utf8.RuneError) {
		return true
	}
	if o.Bytes != int64(len(o.Head)+len(o.Tail))+o.Omitted {
		return false
	}
	sum := sha256.Sum256([]byte(o.Head + o.Tail))
	return o.Omitted > 0 || hex.EncodeToString(sum[:]) == o.SHA256
}
