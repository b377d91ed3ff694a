package corpus_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// A repository is a file of testdata: words, then the command, then a row for
// each patch and each engine, and then the files.
//
//	command: go test ./...
//	setup: bazel fetch //...
//
//	right NAME twice: proven
//	wrong NAME keep: weak P8
//	wrong NAME: proven dropped=1
//	engine NAME: proven calls=4
//
// A row has what told returns. Of one with twice, each state runs twice. A patch
// with keep keeps the hunks that nothing needs. The files below right/ and
// wrong/ are patches, as search/replace blocks. Those below engine/NAME/ are the
// answers of an engine, in their order: the name of each is its step, with a
// suffix if there are several. All others are the base.
type repository struct {
	name    string
	command string
	setup   string // a command, or empty
	rows    []row
	base    map[string]string
	others  map[string]string
	order   []string // names of others
}

// A row is a patch or an engine, and the expected result of its proof.
type row struct {
	said        string // the text before the colon
	kind, name  string
	keep, twice bool
	want        string
}

func parseRow(said, want string) (row, error) {
	words := strings.Fields(said)
	if len(words) < 2 {
		return row{}, fmt.Errorf("%q has no name: %w", said, fs.ErrInvalid)
	}
	r := row{said: said, kind: words[0], name: words[1], want: want}
	for _, option := range words[2:] {
		switch option {
		case "keep":
			r.keep = true
		case "twice":
			r.twice = true
		default:
			return row{}, fmt.Errorf("%q has no option %s: %w", said, option, fs.ErrInvalid)
		}
	}
	return r, nil
}

// repositories reads testdata.
func repositories(t *testing.T) []*repository {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no repositories in testdata: %v", err)
	}
	var all []*repository
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		r, err := parse(text)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		r.name = strings.TrimSuffix(filepath.Base(name), ".txtar")
		all = append(all, r)
	}
	return all
}

func parse(text []byte) (*repository, error) {
	archive := txtar.Parse(text)
	r := &repository{base: map[string]string{}, others: map[string]string{}}
	for _, f := range archive.Files {
		switch kind, _, _ := strings.Cut(f.Name, "/"); kind {
		case "right", "wrong", "engine":
			r.others[f.Name] = string(f.Data)
			r.order = append(r.order, f.Name)
		default:
			r.base[f.Name] = string(f.Data)
		}
	}
	for _, line := range strings.Split(string(archive.Comment), "\n") {
		said, value, found := strings.Cut(line, ": ")
		words := strings.Fields(said)
		switch {
		case !found || len(words) == 0:
		case said == "command":
			r.command = value
		case said == "setup":
			r.setup = value
		case words[0] == "right" || words[0] == "wrong" || words[0] == "engine":
			w, err := parseRow(said, value)
			if err != nil {
				return nil, err
			}
			r.rows = append(r.rows, w)
		}
	}
	return r, r.check()
}

// check returns an error if rows and files do not go together.
func (r *repository) check() error {
	if r.command == "" || len(r.base) == 0 {
		return fmt.Errorf("it has no command or no files: %w", fs.ErrInvalid)
	}
	rows := map[string]bool{}
	for i := range r.rows {
		rows[r.rows[i].kind+"/"+r.rows[i].name] = true
	}
	have := map[string]bool{}
	for _, name := range r.order {
		parts := strings.SplitN(name, "/", 3)
		key := strings.Join(parts[:2], "/")
		if have[key] = true; !rows[key] {
			return fmt.Errorf("%s has no row: %w", name, fs.ErrInvalid)
		}
	}
	for key := range rows {
		if !have[key] {
			return fmt.Errorf("%s has no file: %w", key, fs.ErrInvalid)
		}
	}
	return nil
}
