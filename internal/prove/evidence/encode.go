package evidence

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
	"github.com/rules-autofix/rules_autofix/internal/strictjson"
)

// MaxBytes is how large evidence.json is at most.
const MaxBytes = 20 << 20

// MaxPart is how much of the start and of the end of an output is kept at most,
// in bytes.
const MaxPart = 1 << 20

// Encode returns evidence.json. If it would be larger than MaxBytes, all
// outputs are cut to the same length, the longest that fits, and a note reports
// it.
func Encode(e *Evidence) ([]byte, error) {
	if outputs(e.Runs, MaxPart) <= MaxBytes {
		if text, err := encode(e); err != nil || len(text) <= MaxBytes {
			return text, err
		}
	}
	for limit := MaxPart / 2; limit >= 1<<10; limit /= 2 {
		if outputs(e.Runs, limit) > MaxBytes {
			continue // encoded they are not smaller
		}
		cut := *e
		cut.Runs = make([]Run, len(e.Runs))
		for i, run := range e.Runs {
			run.Stdout, run.Stderr = run.Stdout.Cut(limit), run.Stderr.Cut(limit)
			cut.Runs[i] = run
		}
		cut.Notes = append(slices.DeleteFunc(slices.Clone(e.Notes), isCutNote), CutNote(limit))
		if text, err := encode(&cut); err != nil || len(text) <= MaxBytes {
			return text, err
		}
	}
	return nil, fmt.Errorf("the evidence is larger than %d MiB, even without outputs: prove a smaller set of tests", MaxBytes>>20)
}

const cutNote = "Outputs are cut to their first and last "

// CutNote is the note of evidence whose outputs are cut.
func CutNote(limit int) string {
	return fmt.Sprintf("%s%d KiB, so that the file stays below %d MiB.", cutNote, limit>>10, MaxBytes>>20)
}

func isCutNote(note string) bool { return strings.HasPrefix(note, cutNote) }

// outputs returns about how many bytes outputs have that are cut.
func outputs(runs []Run, limit int) int {
	size := 0
	for i := range runs {
		for _, o := range []*Output{&runs[i].Stdout, &runs[i].Stderr} {
			size += min(len(o.Head), limit) + min(len(o.Tail), limit)
		}
	}
	return size
}

// encode encodes evidence without bounds. Lists are not null.
func encode(e *Evidence) ([]byte, error) {
	filled := *e
	filled.Command, filled.Environment, filled.Runs, filled.Candidates = list(e.Command), list(e.Environment), list(e.Runs), list(e.Candidates)
	for i := range filled.Candidates {
		c := &filled.Candidates[i]
		c.Files, c.Decisions, c.Conditions = list(c.Files), list(c.Decisions), list(c.Conditions)
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(&filled)
	return out.Bytes(), err
}

// list returns a list that is not null in JSON.
func list[T any](items []T) []T {
	return append(make([]T, 0, len(items)), items...)
}

// Cut returns an output of which at most the first and the last limit bytes are
// kept, at ends of characters.
func (o Output) Cut(limit int) Output {
	if len(o.Head) > limit {
		end := limit
		for end > max(0, limit-utf8.UTFMax) && !utf8.RuneStart(o.Head[end]) {
			end--
		}
		if o.Omitted == 0 && o.Tail == "" {
			o.Tail = o.Head[end:] // it is whole
		} else {
			o.Omitted += int64(len(o.Head) - end)
		}
		o.Head = o.Head[:end]
	}
	if from := len(o.Tail) - limit; from > 0 {
		for end := from + utf8.UTFMax; from < min(end, len(o.Tail)) && !utf8.RuneStart(o.Tail[from]); {
			from++
		}
		o.Omitted += int64(from)
		o.Tail = o.Tail[from:]
	}
	return o
}

// Decode reads evidence.json from any source. Unknown keys are refused, and so
// are a duplicate key, which readers resolve differently, and any text after
// it.
func Decode(text []byte) (*Evidence, error) {
	e, err := decode(text)
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, errors.New("empty, or was cut off")
	case err != nil:
		return nil, fmt.Errorf("%.300s", err.Error()) // it may quote the content
	}
	return e, nil
}

func decode(text []byte) (*Evidence, error) {
	if len(text) > MaxBytes {
		return nil, fmt.Errorf("larger than %d MiB", MaxBytes>>20)
	}
	if _, err := operation.FromJSON(text); err != nil {
		return nil, err
	}
	var e Evidence
	if err := strictjson.Decode(text, &e); err != nil {
		return nil, err
	}
	if err := e.validate(text); err != nil {
		return nil, err
	}
	return &e, nil
}
