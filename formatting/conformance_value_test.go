//go:build conformance

package formatting_test

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"reflect"
	"testing"

	gotoml "github.com/pelletier/go-toml/v2"
	"github.com/tailscale/hujson"
	yamlv3 "go.yaml.in/yaml/v3"

	"github.com/rules-autofix/rules_autofix/formatting"
)

// compareValues formats files of data, and compares what a decoder reads in
// them before and after. What the decoder takes, we must take.
func compareValues(t *testing.T, language formatting.Language, decode func(string, []byte) (any, error), files []file) tally {
	var sum tally
	for _, f := range files {
		sum.files++
		registry := formatting.NewRegistry(language)
		got, err := registry.Format(filepath.ToSlash(f.name), f.src)
		was, decodeErr := decode(f.name, f.src)
		_, syntax := errors.AsType[*formatting.SyntaxError](err)
		refused, _ := errors.AsType[*formatting.RefusedError](err)
		switch {
		case syntax && decodeErr != nil:
			sum.invalid++
			t.Log(err)
		case syntax:
			sum.differ(t, "%v, but the decoder takes it", err)
		case refused != nil:
			sum.refuse(t, refused)
		case err != nil:
			sum.differ(t, "%v", err)
		case !got.Changed:
			sum.identical++
		case decodeErr != nil:
			sum.excuse(t, f, "the decoder does not take the file, and the guard's does: "+fmt.Sprintf("%.60v", decodeErr))
		default:
			is, err := decode(f.name, got.Text)
			if err != nil || !reflect.DeepEqual(was, is) {
				sum.differ(t, "%s: another value: %v", f.name, err)
				continue
			}
			sum.identical++
			sum.changed++
		}
	}
	return sum
}

// decodeJSON decodes what is left of a file without its comments.
func decodeJSON(_ string, src []byte) (v any, err error) {
	src, err = hujson.Standardize(append(bytes.TrimPrefix(bytes.Clone(src), []byte("\ufeff")), '\n'))
	if err != nil {
		return nil, err
	}
	decoder := stdjson.NewDecoder(bytes.NewReader(src))
	decoder.UseNumber()
	if err := decoder.Decode(&v); err != nil {
		return nil, err
	}
	return v, nil
}

func decodeTOML(_ string, src []byte) (any, error) {
	var v map[string]any
	err := gotoml.Unmarshal(bytes.TrimPrefix(src, []byte("\ufeff")), &v)
	return v, err
}

// decodeYAML decodes all documents of a file.
func decodeYAML(_ string, src []byte) (any, error) {
	var all []any
	decoder := yamlv3.NewDecoder(bytes.NewReader(src))
	for {
		var v any
		if err := decoder.Decode(&v); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
}

// decodeProtobuf returns everything but whitespace: no maintained decoder
// supports all editions of the language.
func decodeProtobuf(_ string, src []byte) (any, error) {
	return bytes.Join(bytes.Fields(src), nil), nil
}
