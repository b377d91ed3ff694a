package transcript_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/agents/transcript"
)

// clean removes the word secret and numbers of nonces.
func clean(text string) (string, error) {
	if strings.Contains(text, "unreadable") {
		return "", errors.New("cannot be searched")
	}
	return strings.NewReplacer("secret", "[redacted]", "nonce-1", "nonce", "nonce-2", "nonce").Replace(text), nil
}

func raw(s string) json.RawMessage { return json.RawMessage(s) }

func record(t *testing.T, dir string, exchanges ...transcript.Exchange) {
	t.Helper()
	r, err := transcript.NewRecorder(dir, clean)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range exchanges {
		if err := r.Record(e); err != nil {
			t.Fatal(err)
		}
	}
}

// files returns the texts of a folder, by name.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := make(map[string]string)
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name()] = string(text)
		if info, err := e.Info(); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
			t.Errorf("%s has the mode %v, %v", e.Name(), info.Mode(), err)
		}
	}
	return all
}

func TestRecord(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	meta := transcript.Meta{Agent: "fake secret", Version: "1.2", InputTokens: 3, OutputTokens: 4}
	record(t, dir, transcript.Exchange{Request: raw(`{"b": "a secret <here>", "a": [1.50, null]}`), Answer: transcript.Text("the secret"), Meta: meta})
	// The SHA-256 of {"a":[1.50,null],"b":"a [redacted] <here>"}.
	const key = "19f158717c6ec79dec4043751e87f239c9db43aa24215b99de4bb4a4f961ef41"
	got := files(t, dir)
	if len(got) != 1 {
		t.Errorf("%d files", len(got))
	}
	want := `{
  "version": 1,
  "key": "` + key + `",
  "sequence": 1,
  "request": {
    "a": [
      1.50,
      null
    ],
    "b": "a [redacted] <here>"
  },
  "answer": "the [redacted]",
  "meta": {
    "agent": "fake [redacted]",
    "agent_version": "1.2",
    "input_tokens": 3,
    "output_tokens": 4
  }
}
`
	if diff := cmp.Diff(want, got[key+"-0001.json"]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// The same exchanges give the same bytes, whatever their whitespace and order.
func TestRecordIsDeterministic(t *testing.T) {
	a, b := t.TempDir(), t.TempDir()
	one := transcript.Exchange{Request: raw(`{"x": 1, "y": "nonce-1"}`), Answer: raw(`{"z": "nonce-1", "a": 1}`)}
	two := transcript.Exchange{Request: raw(`"two"`), Answer: raw(`2`)}
	record(t, a, one, two)
	record(t, b, two, transcript.Exchange{Request: raw("{\"y\":\"nonce-2\",\n\"x\":1}"), Answer: raw(`{"a":1,"z":"nonce-2"}`)})
	if diff := cmp.Diff(files(t, a), files(t, b)); diff != "" {
		t.Errorf("(-a +b):\n%s", diff)
	}
	// A new recording replaces the same requests of an earlier one.
	record(t, a, one, one, one)
	record(t, a, one)
	if diff := cmp.Diff(files(t, b), files(t, a)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestRecordRefuses(t *testing.T) {
	for _, row := range []struct {
		name string
		e    transcript.Exchange
		want string
	}{
		{"a request that is not JSON", transcript.Exchange{Request: raw(`{`), Answer: raw(`1`)}, "transcript: the request: not JSON"},
		{"no request", transcript.Exchange{Answer: raw(`1`)}, "transcript: the request: not JSON"},
		{"two values", transcript.Exchange{Request: raw(`1 2`), Answer: raw(`1`)}, "transcript: the request: not JSON: there is more"},
		{"no answer", transcript.Exchange{Request: raw(`1`)}, "transcript: the answer: not JSON"},
		{"a text that cannot be cleaned", transcript.Exchange{Request: raw(`["unreadable"]`), Answer: raw(`1`)}, "transcript: the request: cannot be searched"},
		{"a name that cannot be cleaned", transcript.Exchange{Request: raw(`1`), Answer: raw(`{"unreadable": 1}`)}, "transcript: the answer: cannot be searched"},
		{"an agent that cannot be cleaned", transcript.Exchange{Request: raw(`1`), Answer: raw(`1`), Meta: transcript.Meta{Agent: "unreadable"}}, "transcript: the name of the agent: cannot be searched"},
		{"names that become equal", transcript.Exchange{Request: raw(`{"secret": 1, "[redacted]": 2}`), Answer: raw(`1`)}, "transcript: the request: two names"},
		{"a large answer", transcript.Exchange{Request: raw(`1`), Answer: transcript.Text(strings.Repeat("x", transcript.MaxFile))}, "transcript: an exchange has"},
	} {
		dir := t.TempDir()
		r, err := transcript.NewRecorder(dir, clean)
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Record(row.e); err == nil || !strings.HasPrefix(err.Error(), row.want) {
			t.Errorf("%s: got %v, want %s", row.name, err, row.want)
		}
		if left := files(t, dir); len(left) > 0 {
			t.Errorf("%s: wrote %v", row.name, left)
		}
	}
	if _, err := transcript.NewRecorder(t.TempDir(), nil); err == nil {
		t.Error("recording without cleaning is accepted")
	}
	occupied := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(occupied, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := transcript.NewRecorder(occupied, clean); err == nil {
		t.Error("a file is accepted as a folder")
	}
}

// What only the whole JSON shows is removed as well, or nothing is written.
func TestRecordCleansTheJSON(t *testing.T) {
	whole := func(from, to string) transcript.Clean {
		return func(text string) (string, error) { return strings.ReplaceAll(text, from, to), nil }
	}
	dir := t.TempDir()
	r, err := transcript.NewRecorder(dir, whole(`"key":"value"`, `"key":"[redacted]"`))
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Record(transcript.Exchange{Request: raw(`{"key": "value"}`), Answer: raw(`1`)}); err != nil {
		t.Fatal(err)
	}
	for _, text := range files(t, dir) {
		if strings.Contains(text, "value") {
			t.Errorf("wrote %s", text)
		}
	}
	if r, err = transcript.NewRecorder(dir, whole(`"key":"value"`, `[redacted]`)); err != nil {
		t.Fatal(err)
	}
	if err := r.Record(transcript.Exchange{Request: raw(`{"key": "value"}`), Answer: raw(`1`)}); err == nil {
		t.Error("what is not JSON is written")
	}
}

func TestReplay(t *testing.T) {
	dir := t.TempDir()
	meta := transcript.Meta{Agent: "fake", InputTokens: 3}
	record(t, dir,
		transcript.Exchange{Request: raw(`{"prompt": "one secret"}`), Answer: raw(`"first"`), Meta: meta},
		transcript.Exchange{Request: raw(`{"prompt": "two"}`), Answer: raw(`{"status": 429}`)},
		transcript.Exchange{Request: raw(`{"prompt": "one secret"}`), Answer: raw(`"second"`)},
	)
	r, err := transcript.Open(dir, clean)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		request, answer string
		meta            transcript.Meta
	}{
		{`{"prompt":"one secret"}`, `"first"`, meta},
		{`{"prompt":"one [redacted]"}`, `"second"`, transcript.Meta{}},
		{`{"prompt":"two"}`, `{"status":429}`, transcript.Meta{}},
	} {
		got, err := r.Answer(raw(row.request))
		if err != nil || string(got.Answer) != row.answer || got.Meta != row.meta {
			t.Errorf("%s: %s, %v, %v", row.request, got.Answer, got.Meta, err)
		}
	}
	_, err = r.Answer(raw(`{"prompt":"two"}`))
	var miss *transcript.MissError
	if !errors.As(err, &miss) || miss.Asked != 2 || miss.Recorded != 1 || !strings.Contains(err.Error(), "is asked 2 times, but was recorded 1 times") {
		t.Errorf("got %v", err)
	}
	if _, err = r.Answer(raw(`{`)); err == nil || errors.As(err, &miss) {
		t.Errorf("got %v", err)
	}
}

func TestMiss(t *testing.T) {
	dir := t.TempDir()
	record(t, dir,
		transcript.Exchange{Request: raw(`{"model": "m", "prompt": "line 1\nline 2\nline 3\n", "n": 1, "list": ["a"]}`), Answer: raw(`1`)},
		transcript.Exchange{Request: raw(`{"model": "other", "prompt": "something else\n"}`), Answer: raw(`1`)},
	)
	r, err := transcript.Open(dir, clean)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct{ request, want string }{
		{`{"model": "m", "prompt": "line 1\nline two\nline 3\n", "n": 1, "list": ["a"]}`, "/prompt, from line 2 on"},
		{`{"model": "m", "prompt": "line 1\nline 2\nline 3\n", "n": 2, "list": ["a"]}`, "/n"},
		{`{"model": "m", "prompt": "line 1\nline 2\nline 3\n", "n": 1, "list": ["a", "b"]}`, "/list/1, which it does not have"},
		{`{"model": "m", "prompt": "line 1\nline 2\nline 3\n", "list": ["a"]}`, "/n, which only it has"},
		{`{"model": "m", "prompt": "line 1\nline 2\nline 3\n", "n": "1", "list": ["a"]}`, "/n"},
		{`{"model": "other", "prompt": "something new\n"}`, "/prompt, from line 1 on"},
		{`"x"`, "the whole value, which it does not have"},
	} {
		_, err := r.Answer(raw(row.request))
		var miss *transcript.MissError
		if !errors.As(err, &miss) || len(miss.Key) != 64 || len(miss.Nearest) != 64 {
			t.Fatalf("got %v", err)
		}
		if miss.Difference != row.want || !strings.Contains(err.Error(), miss.Key) || !strings.Contains(err.Error(), miss.Difference) {
			t.Errorf("%s: %v, want %s", row.request, err, row.want)
		}
		if strings.Contains(err.Error(), "something") {
			t.Errorf("the error has a prompt: %v", err)
		}
	}
	empty, err := transcript.Open(t.TempDir(), clean)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := empty.Answer(raw(`1`)); err == nil || !strings.Contains(err.Error(), "no other was") {
		t.Errorf("got %v", err)
	}
}

func TestManyGoroutines(t *testing.T) {
	dir := t.TempDir()
	r, err := transcript.NewRecorder(dir, clean)
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for range 4 {
				if err := r.Record(transcript.Exchange{Request: raw(fmt.Sprint(i % 2)), Answer: raw(`1`)}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	replay, err := transcript.Open(dir, clean)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 8 {
		group.Go(func() {
			for range 4 {
				if _, err := replay.Answer(raw(fmt.Sprint(i % 2))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
}

func TestFirst(t *testing.T) {
	dir := t.TempDir()
	open := func() *transcript.Replay {
		t.Helper()
		r, err := transcript.Open(dir, clean)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if e, ok := open().First(); ok {
		t.Errorf("an empty folder has %+v", e)
	}
	record(t, dir,
		transcript.Exchange{Request: raw(`1`), Answer: raw(`"a"`)}, transcript.Exchange{Request: raw(`1`), Answer: raw(`"b"`)},
		transcript.Exchange{Request: raw(`2`), Answer: raw(`"c"`)})
	r := open()
	first, ok := r.First()
	if !ok || string(first.Answer) == `"b"` {
		t.Errorf("got %s, %v", first.Answer, ok)
	}
	if got, err := r.Answer(first.Request); err != nil || string(got.Answer) != string(first.Answer) {
		t.Errorf("after First, the first answer is %s, %v", got.Answer, err)
	}
}
