package transcript

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/fix_edits/position"
)

// A MissError says that a transcript has no answer to a request.
type MissError struct {
	Key      string // of the request
	Asked    int    // how often it was asked
	Recorded int    // how often it was recorded
	// Nearest is the key of the recorded request that is most like it, and
	// Difference is where they differ first, without the texts themselves. Both
	// are empty if the request itself was recorded, or if there is no other.
	Nearest    string
	Difference string
}

// Error implements error.
func (e *MissError) Error() string {
	const wayOut = "; record the transcript again"
	switch {
	case e.Recorded > 0:
		return fmt.Sprintf("transcript: the request %s is asked %d times, but was recorded %d times%s", e.Key, e.Asked, e.Recorded, wayOut)
	case e.Nearest == "":
		return fmt.Sprintf("transcript: the request %s was not recorded, and no other was%s", e.Key, wayOut)
	}
	return fmt.Sprintf("transcript: the request %s was not recorded; the most similar one, %s, differs in %s%s", e.Key, e.Nearest, e.Difference, wayOut)
}

func (r *Replay) miss(key string, request json.RawMessage) *MissError {
	miss := &MissError{Key: key, Asked: r.asked[key], Recorded: len(r.exchanges[key])}
	if miss.Recorded > 0 {
		return miss
	}
	asked := leavesOf(request)
	best := -1.0
	var nearest map[string]string
	for _, other := range slices.Sorted(maps.Keys(r.exchanges)) {
		leaves := leavesOf(r.exchanges[other][0].Request)
		if s := similarity(asked, leaves); s > best {
			best, nearest, miss.Nearest = s, leaves, other
		}
	}
	if nearest != nil {
		miss.Difference = firstDifference(asked, nearest)
	}
	return miss
}

// leavesOf returns what canonical JSON has at its JSON Pointers: scalars, and
// empty arrays and objects, encoded; strings as they are after a quote.
func leavesOf(request json.RawMessage) map[string]string {
	leaves := make(map[string]string)
	value, err := parse(request)
	if err != nil {
		return leaves // it was encoded by this package
	}
	addLeaves(leaves, "", value)
	return leaves
}

var escapePointer = strings.NewReplacer("~", "~0", "/", "~1")

func addLeaves(leaves map[string]string, pointer string, value any) {
	switch v := value.(type) {
	case map[string]any:
		for name, item := range v {
			addLeaves(leaves, pointer+"/"+escapePointer.Replace(name), item)
		}
		if len(v) > 0 {
			return
		}
	case []any:
		for i, item := range v {
			addLeaves(leaves, fmt.Sprintf("%s/%d", pointer, i), item)
		}
		if len(v) > 0 {
			return
		}
	case string:
		leaves[pointer] = `"` + v
		return
	}
	leaves[pointer] = fmt.Sprint(value)
}

// similarity is the share of places that are equal, from 0 to 1. Texts count by
// their common parts at both ends.
func similarity(a, b map[string]string) float64 {
	same, all := 0.0, len(b)
	for _, pointer := range slices.Sorted(maps.Keys(a)) { // sums depend on the order
		x := a[pointer]
		y, ok := b[pointer]
		if !ok {
			all++
			continue
		}
		if x == y {
			same++
			continue
		}
		prefix := commonPrefix(x, y)
		suffix := 0
		for suffix < min(len(x), len(y))-prefix && x[len(x)-1-suffix] == y[len(y)-1-suffix] {
			suffix++
		}
		same += float64(prefix+suffix) / float64(max(len(x), len(y))+1)
	}
	return same / float64(max(all, 1))
}

func commonPrefix(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// firstDifference describes the first place where two requests differ.
func firstDifference(asked, recorded map[string]string) string {
	pointers := slices.Collect(maps.Keys(asked))
	pointers = slices.AppendSeq(pointers, maps.Keys(recorded))
	slices.Sort(pointers)
	for _, pointer := range slices.Compact(pointers) {
		x, isAsked := asked[pointer]
		y, isRecorded := recorded[pointer]
		name := pointer
		if name == "" {
			name = "the whole value"
		}
		switch {
		case !isRecorded:
			return name + ", which it does not have"
		case !isAsked:
			return name + ", which only it has"
		case x != y && strings.HasPrefix(x, `"`) && strings.HasPrefix(y, `"`):
			return fmt.Sprintf("%s, from line %d on", name, position.At(x, commonPrefix(x, y)).Line)
		case x != y:
			return name
		}
	}
	return "nothing"
}
