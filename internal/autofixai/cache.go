package autofixai

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/wholefile"
)

// The modes of a cache.
const (
	CacheUse     = "use"     // answers are taken from it, and kept in it
	CacheRefresh = "refresh" // agents are asked, and their answers are kept
	CacheOff     = "off"
)

// A Cache has the accepted answers, including the answers that nothing should
// change, so that a preview and the run that writes it ask once. It is in the
// user's cache folder, which only the user can read.
type Cache struct {
	Dir  string
	Mode string
}

// maxAge is how long answers are kept after they were made.
const maxAge = 30 * 24 * time.Hour

// An entry is a kept answer.
type entry struct {
	Version  int      `json:"version"`
	NoChange bool     `json:"no_change,omitempty"`
	Text     string   `json:"text,omitempty"` // the whole text, with LF
	Agent    Identity `json:"agent"`
}

const entryVersion = 1

// key returns a digest of everything that an answer depends on: the text and
// the evidence, the objective and its version, the words of prompts, and who
// answers.
func (c *Cache) key(l *loop, who Identity) string {
	if c == nil {
		return ""
	}
	all, err := json.Marshal([]any{
		entryVersion, promptVersion, l.objective.ID, l.objective.Version, l.request.Rule, baseName(l.request.Path),
		string(l.base.text), json.RawMessage(l.task.Evidence), l.task.Goal, l.task.Constraints, l.context,
		l.r.Settings.Output, l.r.Settings.MaxChurn, who.Name, who.Version, l.r.Settings.Command,
	})
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(all)
	return hex.EncodeToString(sum[:])
}

// get returns a kept answer. An unreadable answer counts as missing.
func (c *Cache) get(key string) (*entry, bool) {
	if c == nil || c.Mode != CacheUse || key == "" {
		return nil, false
	}
	name := c.file(key)
	info, err := os.Lstat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > 64<<20 || time.Since(info.ModTime()) > maxAge {
		return nil, false
	}
	text, err := os.ReadFile(name)
	var e entry
	if err != nil || json.Unmarshal(text, &e) != nil || e.Version != entryVersion {
		return nil, false
	}
	return &e, true
}

// put keeps an answer. A cache that cannot be written keeps nothing.
func (c *Cache) put(key string, e *entry) error {
	if c == nil || c.Mode == CacheOff || key == "" {
		return nil
	}
	text, err := json.Marshal(e)
	if err != nil {
		return err
	}
	name := c.file(key)
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	return wholefile.Write(name, text)
}

func (c *Cache) file(key string) string { return filepath.Join(c.Dir, key[:2], key+".json") }

// Recognize gives a pool the agent's identity if the same program has reported
// it before, and otherwise remembers it. An answer of another version is not
// used again.
func (c *Cache) Recognize(p *Pool, s *Settings) {
	if c == nil || c.Mode == CacheOff || p.missing != nil {
		return
	}
	key := programKey(p.program, s.Command)
	var who Identity
	if e, found := c.get(key); found {
		who = e.Agent
	}
	p.Remember(who, func(told Identity) {
		if told != who {
			_ = c.put(key, &entry{Version: entryVersion, Agent: told}) // it is asked again
		}
	})
}

// programKey returns a digest of a program's file on disk and its arguments.
func programKey(program string, command []string) string {
	real, err := filepath.EvalSymlinks(program)
	if err != nil {
		return ""
	}
	info, err := os.Stat(real)
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "program %q %q %d %d", real, command, info.Size(), info.ModTime().UnixNano()))
	return hex.EncodeToString(sum[:])
}

// Clean removes answers that are too old.
func (c *Cache) Clean() {
	if c == nil || c.Mode == CacheOff {
		return
	}
	_ = filepath.WalkDir(c.Dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return nil
		}
		if info, err := entry.Info(); err == nil && time.Since(info.ModTime()) > maxAge {
			_ = os.Remove(name)
		}
		return nil
	})
}

// fromCache returns the outcome of a kept answer, if it is still good: it passes
// the same checks as a new one.
func (f *fileRun) fromCache(ctx context.Context, l *loop) (outcome, bool) {
	if l.record.secrets > 0 {
		return outcome{}, false
	}
	e, found := f.Cache.get(f.Cache.key(l, f.Agents.Identity()))
	if !found {
		return outcome{}, false
	}
	l.record.Cached, l.record.Agent = true, e.Agent
	if e.NoChange {
		return filtered(CodeNoChange, "the agent found nothing to change with certainty"), true
	}
	issues, err := l.issues(ctx, []byte(e.Text))
	if err != nil || len(issues) > 0 {
		l.record.Cached = false
		return outcome{}, false
	}
	return outcome{text: []byte(e.Text)}, true
}

// keep keeps the answer of a loop, unless the file has secrets.
func (f *fileRun) keep(l *loop, o outcome) {
	if l.record.secrets > 0 || o.text == nil && o.reason.Code != CodeNoChange {
		return
	}
	e := &entry{Version: entryVersion, NoChange: o.text == nil, Text: string(o.text), Agent: f.Agents.Identity()}
	if err := f.Cache.put(f.Cache.key(l, f.Agents.Identity()), e); err != nil {
		f.warn(fmt.Errorf("the cache of answers: %w", err))
	}
}

// Kept returns a text that Keep kept under a key, which is a digest in
// hexadecimal. It is for texts other than fixes, under keys that no fix has.
func (c *Cache) Kept(key string) (string, bool) {
	e, found := c.get(key)
	if !found || e.NoChange {
		return "", false
	}
	return e.Text, true
}

// Keep keeps a text. It must not have secrets.
func (c *Cache) Keep(key, text string) error {
	return c.put(key, &entry{Version: entryVersion, Text: text})
}
