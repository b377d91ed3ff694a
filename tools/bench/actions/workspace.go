package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/tailscale/hujson"
	"go.yaml.in/yaml/v4"
	"golang.org/x/sync/errgroup"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	fixactions "github.com/rules-autofix/rules_autofix/internal/fixactions"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
)

// A workspace holds the files that are measured.
type workspace []file

type file struct {
	name string // begins with its index
	text []byte
}

// files returns the files of a language, of each kind as many.
func (l language) files() (workspace, error) {
	files := make(workspace, fileCount)
	for i := range files {
		kind := l.kinds[i%len(l.kinds)]
		files[i] = file{fmt.Sprintf("%d-%s", i, kind.Name), []byte(kind.Text(rand.New(rand.NewPCG(uint64(i), 5)), fileLines))}
		if _, err := fixactions.Open(files[i].name, files[i].text); err != nil {
			return nil, fmt.Errorf("%s: %w", files[i].name, err)
		}
	}
	return files, nil
}

func (w workspace) read(path string) ([]byte, error) {
	if len(w) == 1 {
		return w[0].text, nil
	}
	var i int
	if _, err := fmt.Sscanf(path, "%d-", &i); err != nil {
		return nil, err
	}
	return w[i].text, nil
}

// each calls do with each file, so many at a time, as the lowering does.
func (w workspace) each(procs int, do func(file) error) error {
	var workers errgroup.Group
	workers.SetLimit(procs)
	for _, f := range w {
		workers.Go(func() error { return do(f) })
	}
	return workers.Wait()
}

// open parses a file and finds the places of its values.
func open(f file) error {
	_, err := fixactions.Open(f.name, f.text)
	return err
}

// decode decodes a file to values with the usual library of its language.
func decode(f file) error {
	var value any
	switch text := bytes.TrimPrefix(f.text, []byte("\ufeff")); {
	case strings.Contains(f.name, ".json"):
		text, err := hujson.Standardize(text)
		if err != nil {
			return err
		}
		return json.Unmarshal(text, &value)
	case strings.HasSuffix(f.name, ".toml"):
		return toml.Unmarshal(text, &value)
	default:
		loader, err := yaml.NewLoader(bytes.NewReader(text))
		for err == nil {
			err = loader.Load(&value)
		}
		if err == io.EOF {
			return nil
		}
		return err
	}
}

// actions returns actions of one operation each, so many for each file, at
// random places. None of them is rejected, and all can be applied together.
func (w workspace) actions(count int) []fixactions.Action {
	var all []fixactions.Action
	random := rand.New(rand.NewPCG(1, 2))
	for _, f := range w {
		opened, err := fixactions.Open(f.name, f.text)
		if err != nil {
			panic(err) // it was opened before
		}
		places := placesOf(opened.Value(0), "")
		var edits []fixedits.Edit
		for found := 0; found < count; {
			var candidates []fixactions.Action
			for range 3*(count-found) + 8 {
				at := places[random.IntN(len(places))]
				op := at.operation(random)
				op.File = f.name
				candidates = append(candidates, fixactions.Action{Operations: []fixedits.Operation{op}})
			}
			for i, lowered := range fixactions.Lower(w.read, candidates) {
				if found < count && lowered.Rejected == nil && len(lowered.Edits) > 0 && apart(edits, lowered.Edits) {
					edits = append(edits, lowered.Edits...)
					all = append(all, candidates[i])
					found++
				}
			}
		}
	}
	return all
}

// apart reports whether no edit touches another.
func apart(edits, more []fixedits.Edit) bool {
	for _, a := range edits {
		for _, b := range more {
			if a.Start <= b.End && b.Start <= a.End {
				return false
			}
		}
	}
	return true
}

// A place is a value in a file.
type place struct {
	pointer string
	value   any
}

func placesOf(value any, pointer string) []place {
	places := []place{{pointer, value}}
	switch value := value.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(value)) {
			places = append(places, placesOf(value[key], operation.Join(pointer, key))...)
		}
	case []any:
		for i, item := range value {
			places = append(places, placesOf(item, operation.JoinIndex(pointer, i))...)
		}
	}
	return places
}

// operation returns an operation on a place, of all kinds.
func (p place) operation(random *rand.Rand) fixedits.Operation {
	values := []string{`"new value"`, `8080`, `true`, `["a", "b"]`, `{"name": "x", "on": false}`}
	fresh := []byte(values[random.IntN(len(values))])
	key := fmt.Sprintf("key-%d", random.IntN(1_000_000))
	switch value := p.value.(type) {
	case map[string]any:
		if len(value) > 0 {
			keys := slices.Sorted(maps.Keys(value))
			old := keys[random.IntN(len(keys))]
			switch random.IntN(3) {
			case 0:
				return fixedits.Operation{Kind: fixedits.OpRemoveKey, Pointer: p.pointer, Key: old}
			case 1:
				return fixedits.Operation{Kind: fixedits.OpRenameKey, Pointer: p.pointer, From: old, To: key}
			}
		}
		return fixedits.Operation{Kind: fixedits.OpAddValue, Pointer: p.pointer, Key: key, Value: fresh}
	case []any:
		index := random.IntN(len(value) + 1)
		switch {
		case index == len(value):
			return fixedits.Operation{Kind: fixedits.OpInsertArrayItem, Pointer: p.pointer, Value: fresh}
		case random.IntN(2) == 0:
			return fixedits.Operation{Kind: fixedits.OpInsertArrayItem, Pointer: p.pointer, Index: &index, Value: fresh}
		}
		return fixedits.Operation{Kind: fixedits.OpReplaceArrayItem, Pointer: p.pointer, Index: &index, Value: fresh}
	}
	return fixedits.Operation{Kind: fixedits.OpReplaceValue, Pointer: p.pointer, Value: fresh}
}
