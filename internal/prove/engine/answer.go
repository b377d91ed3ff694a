package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/patch"
)

// An answer is the text of a model, taken apart.
type answer struct {
	json string // one JSON object, or empty
	// edits are search/replace blocks and diff is a diff, as texts that stand in
	// place of the JSON. At most one of the three is there.
	edits, diff string
}

// readAnswer finds the answer in a text: a JSON object that is alone, in the
// only fenced block, or on separate lines after other words; or search/replace
// blocks or a diff in the only fenced block.
func readAnswer(text string) (answer, error) {
	if strings.TrimSpace(text) == "" {
		return answer{}, errors.New("the answer is empty")
	}
	if object, err := onlyObject(text); err == nil {
		return answer{json: object}, nil
	}
	found, err := patch.ParseAnswer(text, patch.Formats{Diff: true, Edits: true, File: true})
	switch {
	case err == nil && found.Kind == patch.KindDiff:
		return answer{diff: found.Body}, nil
	case err == nil && found.Kind == patch.KindEdits:
		return answer{edits: text}, nil
	case err == nil && found.Kind == patch.KindFile:
		if object, err := onlyObject(found.Body); err == nil {
			return answer{json: object}, nil
		}
	}
	if strings.Contains(text, "\n<<<<<<< SEARCH\n") {
		return answer{edits: text}, nil // in several blocks, or in none
	}
	if object, ok := lastObject(text); ok {
		return answer{json: object}, nil
	}
	return answer{}, errors.New("the answer has no JSON object")
}

// onlyObject returns the JSON object that a text is.
func onlyObject(text string) (string, error) {
	text = strings.TrimSpace(text)
	if !strings.HasPrefix(text, "{") || !json.Valid([]byte(text)) {
		return "", errors.New("not a JSON object")
	}
	return text, nil
}

// maxStarts bounds the places where an object is looked for.
const maxStarts = 50

// lastObject returns the last JSON object that starts at the start of a line,
// and is not within another one. An agent's words before it may have objects
// too.
func lastObject(text string) (string, bool) {
	object := ""
	for starts, at := 0, 0; at < len(text) && starts < maxStarts; {
		if text[at] == '{' {
			starts++
			var raw json.RawMessage
			d := json.NewDecoder(strings.NewReader(text[at:]))
			if d.Decode(&raw) == nil {
				object = string(raw)
				at += int(d.InputOffset())
			}
		}
		next := strings.IndexByte(text[at:], '\n')
		if next < 0 {
			break
		}
		at += next + 1
	}
	return object, object != ""
}

// decode reads the JSON of an answer. Unknown members are ignored, and missing
// ones are empty; needs lists the members that must be there.
func decode(object string, into any, needs ...string) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal([]byte(object), &members); err != nil {
		return errors.New("the answer is not a JSON object")
	}
	for _, name := range needs {
		if _, ok := members[name]; !ok {
			return fmt.Errorf("the answer has no member %s", name)
		}
	}
	if err := json.Unmarshal([]byte(object), into); err != nil {
		if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
			return fmt.Errorf("the member %s of the answer is not of the type that is asked for", e.Field)
		}
		return errors.New("the answer is not a JSON object of the form that is asked for")
	}
	return nil
}
