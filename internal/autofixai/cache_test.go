package autofixai

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// cached runs a trial with a cache, and returns how often it asked and how it
// ended.
func cached(t *testing.T, cache *Cache, mode string, answers ...string) (int, string) {
	t.Helper()
	try := splitting(answers...)
	try.cache = &Cache{Dir: cache.Dir, Mode: mode}
	r := try.run(t)
	if mode == CacheUse && r.last(multiStageRule) == "applied" && r.text(t, "Dockerfile") != splitText {
		t.Errorf("the file is\n%s", r.text(t, "Dockerfile"))
	}
	return len(r.agent.prompts), r.last(multiStageRule)
}

func TestCache(t *testing.T) {
	cache := &Cache{Dir: filepath.Join(t.TempDir(), "ai")}
	for _, step := range []struct {
		name, mode string
		answers    []string
		prompts    int
		want       string
	}{
		{"off keeps nothing", CacheOff, []string{diff(split)}, 1, "applied"},
		{"a failure is not kept", CacheUse, []string{"No.", "No."}, 2, "unresolved ai_answer_no_block"},
		{"asked", CacheUse, []string{diff(split)}, 1, "applied"},
		{"not asked again", CacheUse, nil, 0, "applied"},
		{"off asks", CacheOff, []string{"NO_CHANGE"}, 1, "filtered ai_no_change"},
		{"off did not change what is kept", CacheUse, nil, 0, "applied"},
		{"refreshed", CacheRefresh, []string{"NO_CHANGE"}, 1, "filtered ai_no_change"},
		{"the new answer is used", CacheUse, nil, 0, "filtered ai_no_change"},
	} {
		if prompts, got := cached(t, cache, step.mode, step.answers...); prompts != step.prompts || got != step.want {
			t.Errorf("%s: %d prompts, %s; want %d, %s", step.name, prompts, got, step.prompts, step.want)
		}
	}
}

// A preview, and then a write of the very patch that it showed, unpaid.
func TestPreviewThenWrite(t *testing.T) {
	cache := &Cache{Dir: t.TempDir(), Mode: CacheUse}
	preview := splitting(diff(split))
	preview.cache, preview.preview = cache, true
	first := preview.run(t)
	if first.text(t, "Dockerfile") != single || len(first.Files) != 1 || string(first.Files[0].After) != splitText {
		t.Fatalf("%s: %+v", first.last(multiStageRule), first.Files)
	}
	write := splitting()
	write.cache, write.root = cache, first.root
	second := write.run(t)
	if got := second.text(t, "Dockerfile"); got != splitText || len(second.agent.prompts) > 0 || second.agent.opened > 0 {
		t.Errorf("%d prompts, %d conversations\n%s", len(second.agent.prompts), second.agent.opened, got)
	}
	for _, record := range second.resolver.Records() {
		if !record.Cached || record.Tokens.Count() > 0 {
			t.Errorf("%+v", record)
		}
	}
	// What was paid for is used though the budget is spent.
	if err := os.WriteFile(filepath.Join(first.root, "Dockerfile"), []byte(single), 0o600); err != nil {
		t.Fatal(err)
	}
	write.settings = "total-timeout = '1ns'\n"
	if got := write.run(t).last(multiStageRule); got != "applied" {
		t.Error(got)
	}
}

// Whatever else decides an answer makes another entry.
func TestWhatDecidesAnAnswer(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(try *trial)
	}{
		{"the text", func(try *trial) { try.files["Dockerfile"] = "# x\n" + single }},
		{"the form", func(try *trial) { try.settings = "output = 'edits'\n" }},
		{"the workspace", func(try *trial) { try.context = saying("go.mod\n") }},
		{"the program", func(try *trial) { try.settings = "agent = 'b'\n[ai.agents.b]\ncommand = ['/other']\n" }},
	} {
		cache := &Cache{Dir: t.TempDir(), Mode: CacheUse}
		first := splitting("NO_CHANGE")
		first.cache = cache
		first.run(t)
		second := splitting("NO_CHANGE")
		second.cache = cache
		test.change(second)
		if r := second.run(t); len(r.agent.prompts) != 1 {
			t.Errorf("%s: %d prompts, %s", test.name, len(r.agent.prompts), r.last(multiStageRule))
		}
	}
}

// entries returns the files of a cache.
func entries(t *testing.T, cache *Cache) []string {
	t.Helper()
	var all []string
	err := filepath.WalkDir(cache.Dir, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			all = append(all, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// What is not an entry of this version is not there, and an entry is judged as
// an answer is.
func TestHostileCache(t *testing.T) {
	const evil = "FROM evil.example/x AS build\\nFROM debian:12\\nCOPY --from=build /a /a\\n"
	for _, test := range []struct {
		name  string
		write func(t *testing.T, name string)
	}{
		{"empty", content("")},
		{"not JSON", content("{")},
		{"another type", content(`[]`)},
		{"another version", content(`{"version":2,"no_change":true}`)},
		{"without a version", content(`{"no_change":true}`)},
		{"no text", content(`{"version":1}`)},
		{"a text that is not accepted", content(`{"version":1,"text":"` + evil + `"}`)},
		{"no change at all", content(`{"version":1,"text":"` + strings.NewReplacer("\n", "\\n", `"`, `\"`).Replace(single) + `"}`)},
		{"huge", func(t *testing.T, name string) {
			content("{}")(t, name)
			if err := os.Truncate(name, 65<<20); err != nil {
				t.Fatal(err)
			}
		}},
		{"a folder", func(t *testing.T, name string) {
			if err := os.Mkdir(name, 0o700); err != nil {
				t.Fatal(err)
			}
		}},
		{"a link", func(t *testing.T, name string) {
			target := filepath.Join(t.TempDir(), "target")
			content(`{"version":1,"no_change":true}`)(t, target)
			if err := os.Symlink(target, name); err != nil {
				t.Skipf("no links here: %v", err)
			}
		}},
		{"too old", func(t *testing.T, name string) {
			content(`{"version":1,"no_change":true}`)(t, name)
			old := time.Now().Add(-2 * maxAge)
			if err := os.Chtimes(name, old, old); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			cache := &Cache{Dir: t.TempDir(), Mode: CacheUse}
			cached(t, cache, CacheUse, "NO_CHANGE")
			names := entries(t, cache)
			if len(names) != 1 {
				t.Fatalf("entries: %v", names)
			}
			if err := os.Remove(names[0]); err != nil {
				t.Fatal(err)
			}
			test.write(t, names[0])
			if prompts, got := cached(t, cache, CacheUse, diff(split)); prompts != 1 || got != "applied" {
				t.Errorf("%d prompts, %s", prompts, got)
			}
		})
	}
}

func content(text string) func(t *testing.T, name string) {
	return func(t *testing.T, name string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// A cache that cannot be written is a warning.
func TestCacheThatCannotBeWritten(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	content("x")(t, name)
	try := splitting(diff(split))
	try.cache = &Cache{Dir: name, Mode: CacheUse}
	if r := try.run(t); r.last(multiStageRule) != "applied" || len(try.warnings) != 1 {
		t.Errorf("%s, %q", r.last(multiStageRule), try.warnings)
	}
}

// Others cannot read a cache.
func TestCacheIsPrivate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no modes of files")
	}
	cache := &Cache{Dir: filepath.Join(t.TempDir(), "ai")}
	cached(t, cache, CacheUse, diff(split))
	for _, name := range append(entries(t, cache), cache.Dir) {
		if info, err := os.Stat(name); err != nil || info.Mode()&0o077 != 0 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
}

func TestCleanRemovesOldAnswers(t *testing.T) {
	c := &Cache{Dir: t.TempDir(), Mode: CacheUse}
	name := func(key string) string { return c.file(strings.Repeat(key, 64)) }
	for _, key := range []string{"a", "b"} {
		if err := c.put(strings.Repeat(key, 64), &entry{Version: entryVersion, Text: key}); err != nil {
			t.Fatal(err)
		}
	}
	before := time.Now().Add(-maxAge - time.Hour)
	if err := os.Chtimes(name("a"), before, before); err != nil {
		t.Fatal(err)
	}
	c.Clean()
	(*Cache)(nil).Clean()
	if _, err := os.Stat(name("a")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the old answer: %v", err)
	}
	if _, err := os.Stat(name("b")); err != nil {
		t.Errorf("the new one: %v", err)
	}
}
