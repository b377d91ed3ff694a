package transcript_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/agents/transcript"
	"github.com/rules-autofix/rules_autofix/internal/wholefile"
)

// A folder that is not a transcript is refused, with the name of the file.
func TestOpenRefuses(t *testing.T) {
	for _, row := range []struct {
		name   string
		change func(t *testing.T, dir, first, second string)
		want   string
	}{
		{"another file", func(t *testing.T, dir, _, _ string) { write(t, filepath.Join(dir, "notes.txt"), "") }, "notes.txt is not an exchange"},
		{"a folder", func(t *testing.T, dir, _, second string) {
			remove(t, second)
			if err := os.Mkdir(second, 0o700); err != nil {
				t.Fatal(err)
			}
		}, "not a regular file"},
		{"a link", func(t *testing.T, dir, first, second string) {
			remove(t, second)
			if err := os.Symlink(filepath.Base(first), second); err != nil {
				t.Skipf("links cannot be made here: %v", err)
			}
		}, "not a regular file"},
		{"a link out of the folder", func(t *testing.T, dir, _, second string) {
			remove(t, second)
			if err := os.Symlink("/etc/passwd", second); err != nil {
				t.Skipf("links cannot be made here: %v", err)
			}
		}, "not a regular file"},
		{"an empty file", func(t *testing.T, _, first, _ string) { write(t, first, "") }, "not an exchange"},
		{"not JSON", func(t *testing.T, _, first, _ string) { write(t, first, "{") }, "not an exchange"},
		{"an array", func(t *testing.T, _, first, _ string) { write(t, first, "[]") }, "not an exchange"},
		{"null", func(t *testing.T, _, first, _ string) { write(t, first, "null") }, "the version of the format is 0"},
		{"deep", func(t *testing.T, _, first, _ string) { write(t, first, strings.Repeat("[", 1_000_000)) }, "not an exchange"},
		{"deep within", replaced(`"answer": 1`, `"answer": `+strings.Repeat("[", 100_000)+strings.Repeat("]", 100_000)), "exceeded max depth"},
		{"more after the object", func(t *testing.T, _, first, _ string) { write(t, first, read(t, first)+"{}") }, "not an exchange"},
		{"a newer version", replaced(`"version": 1`, `"version": 2`), "the version of the format is 2, and only 1 is known"},
		{"an unknown key", replaced(`"sequence"`, `"more": 1, "sequence"`), "unknown field"},
		{"no answer", replaced(`  "answer": 1,`, ``), "the request or the answer is missing"},
		{"a changed request", replaced(`"q"`, `"r"`), "the key is not that of the request"},
		{"another sequence", replaced(`"sequence": 1`, `"sequence": 2`), "the name is not that of the exchange"},
		{"a missing exchange", func(t *testing.T, _, first, _ string) { remove(t, first) }, "the exchange 1 of the request is missing"},
		{"too large", func(t *testing.T, _, first, _ string) {
			if err := os.Truncate(first, transcript.MaxFile+1); err != nil {
				t.Fatal(err)
			}
		}, "the file has more than"},
	} {
		t.Run(row.name, func(t *testing.T) {
			dir := t.TempDir()
			e := transcript.Exchange{Request: raw(`"q"`), Answer: raw(`1`)}
			record(t, dir, e, e)
			names, err := filepath.Glob(filepath.Join(dir, "*.json"))
			if err != nil || len(names) != 2 {
				t.Fatal(names, err)
			}
			row.change(t, dir, names[0], names[1])
			_, err = transcript.Open(dir, clean)
			if err == nil || !strings.HasPrefix(err.Error(), "transcript: ") || !strings.Contains(err.Error(), row.want) {
				t.Errorf("got %v, want %s", err, row.want)
			}
		})
	}
	if _, err := transcript.Open(filepath.Join(t.TempDir(), "missing"), clean); err == nil {
		t.Error("a missing folder is accepted")
	}
	if _, err := transcript.Open(t.TempDir(), nil); err == nil {
		t.Error("a replay without cleaning is accepted")
	}
}

// What a recorder left that was killed does not matter.
func TestOpenIgnoresTemporaryFiles(t *testing.T) {
	dir := t.TempDir()
	record(t, dir, transcript.Exchange{Request: raw(`1`), Answer: raw(`2`)})
	write(t, filepath.Join(dir, wholefile.Prefix+"123"), "{")
	r, err := transcript.Open(dir, clean)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := r.Answer(raw(`1`)); err != nil || string(got.Answer) != "2" {
		t.Error(got, err)
	}
}

// A recording does not write through a link that is in its place.
func TestRecordReplacesLinks(t *testing.T) {
	dir := t.TempDir()
	e := transcript.Exchange{Request: raw(`1`), Answer: raw(`2`)}
	record(t, dir, e)
	names, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(names) != 1 {
		t.Fatal(names, err)
	}
	outside := filepath.Join(t.TempDir(), "outside")
	write(t, outside, "as it was")
	remove(t, names[0])
	if err := os.Symlink(outside, names[0]); err != nil {
		t.Skipf("links cannot be made here: %v", err)
	}
	record(t, dir, e)
	if read(t, outside) != "as it was" {
		t.Error("the recording wrote through a link")
	}
	if _, err := transcript.Open(dir, clean); err != nil {
		t.Error(err)
	}
}

// FuzzOpen reads any text as an exchange.
func FuzzOpen(f *testing.F) {
	const key = "6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b" // of 1
	f.Add(`{"version": 1, "key": "` + key + `", "sequence": 1, "request": 1, "answer": 2, "meta": {}}`)
	f.Add(`{"version": 1, "request": {}, "answer": null}`)
	f.Fuzz(func(t *testing.T, text string) {
		dir := t.TempDir()
		write(t, filepath.Join(dir, key+"-0001.json"), text)
		r, err := transcript.Open(dir, clean)
		if err != nil {
			return
		}
		if got, err := r.Answer(raw(`1`)); err != nil || len(got.Answer) == 0 {
			t.Fatal(got, err)
		}
	})
}

func replaced(from, to string) func(t *testing.T, dir, first, second string) {
	return func(t *testing.T, _, first, _ string) {
		t.Helper()
		text := read(t, first)
		if !strings.Contains(text, from) {
			t.Fatalf("%s is not in %s", from, text)
		}
		write(t, first, strings.Replace(text, from, to, 1))
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func remove(t *testing.T, path string) {
	t.Helper()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
}
