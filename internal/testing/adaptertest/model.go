package adaptertest

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// FuzzModel fuzzes an adapter with output that has its format and hostile
// values: the input chooses the value of each field of T, the model of the
// output. words are values that the format gives a meaning. The test fails if
// the adapter panics, or accepts something that is not a valid artifact.
func FuzzModel[T any](f *testing.F, adapter adapters.Adapter, path string, encode func(*T) ([]byte, error), words ...string) {
	const seeds, size = 1000, 2048
	random := rand.New(rand.NewPCG(1, 2))
	for range seeds {
		input := make([]byte, size)
		for i := range input {
			input[i] = byte(random.Uint32())
		}
		f.Add(input)
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		h := &hostile{input: input, path: path, paths: pathsLike(path), words: words}
		h.set = 1 + h.below(3)
		text := pick(h, hostileTexts)
		var model T
		h.fill(reflect.ValueOf(&model).Elem(), "", 0)
		output, err := encode(&model)
		if err != nil {
			t.Skip("not encodable")
		}
		given := snapshots(Files{path: text})
		result, err := adapter.Read(strings.NewReader(string(output)), open(Files{path: text}, given), "")
		if crash, ok := errors.AsType[*adapters.CrashError](err); ok {
			t.Fatalf("%v\n%s", crash, crash.Stack)
		}
		if err != nil {
			return
		}
		if _, err := result.Artifact("tool", "", given); err != nil {
			t.Fatalf("what is accepted is malformed: %v\n%s", err, output)
		}
	})
}

// JSON encodes a model as JSON.
func JSON[T any](model *T) ([]byte, error) { return json.Marshal(model) }

var hostileTexts = []string{
	"", "one two\ntwo\nthree\n", "one\r\ntwo\r\n", "\ufeffa😀b\r\nc\rd", "a\u2028b\n", "\xff\xfe\n\n", "\tvar a = \"😀\";\n\nb\n", "a: [1, 2]\nb: 1\n",
}

var hostileWords = []string{"", "a", "R1", "error", "warning", "\n", "\x00", "a/b", "a:1:1", "\ufeff", "😀", "\xff", "%", "YQ==", strings.Repeat("x", 300)}

var hostileNumbers = []int64{0, 1, 2, 3, 4, 5, 6, 8, 12, -1, -2, 1 << 31, 1 << 53, math.MaxInt64, math.MaxInt64 - 1, math.MinInt64}

// pathsLike returns names of a file and of others.
func pathsLike(path string) []string {
	return []string{"/work/" + path, "file:///work/" + path, "./" + path, "b.txt", "../" + path, "/", "http://a/%zz", "\x00"}
}

// hostile makes values of a few bytes of input each. Without input, they are
// zero.
type hostile struct {
	input []byte
	path  string   // of the file
	paths []string // other names
	words []string
	set   int // of four optional values, how many there are
}

func (h *hostile) below(n int) int {
	if len(h.input) == 0 {
		return 0
	}
	chosen := int(h.input[0]) % n
	h.input = h.input[1:]
	return chosen
}

// often reports true, except for one time out of eight: output that is hostile
// throughout is refused before it gets far.
func (h *hostile) often() bool { return h.below(8) != 0 }

func (h *hostile) number() int64 {
	if h.often() {
		return int64(h.below(5))
	}
	return pick(h, hostileNumbers)
}

// word returns a text for a field.
func (h *hostile) word(field string) string {
	switch {
	case named().MatchString(field) && h.often():
		return h.path
	case named().MatchString(field):
		return pick(h, h.paths)
	case len(h.words) > 0 && h.often():
		return pick(h, h.words)
	}
	return pick(h, hostileWords)
}

func pick[T any](h *hostile, from []T) T { return from[h.below(len(from))] }

// named matches the names of fields with the name of a file.
var named = lazyregexp.New(`(?i)file|path|uri|source`)

// mostDeep bounds the depth of models that contain themselves.
const mostDeep = 24

func (h *hostile) fill(v reflect.Value, name string, depth int) {
	if depth > mostDeep {
		return
	}
	if v.Type() == reflect.TypeFor[json.RawMessage]() {
		v.SetBytes([]byte(pick(h, []string{"null", "1", `"a"`, "{}", "[]", "-1e400", `{"a":[{}]}`})))
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(h.below(2) == 1)
	case reflect.Int, reflect.Int64, reflect.Int32:
		v.SetInt(h.number())
	case reflect.Uint8, reflect.Uint64:
		v.SetUint(uint64(h.number()) >> (64 - v.Type().Bits()))
	case reflect.String:
		v.SetString(h.word(name))
	case reflect.Pointer:
		if h.below(4) < h.set {
			v.Set(reflect.New(v.Type().Elem()))
			h.fill(v.Elem(), name, depth+1)
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			v.SetBytes([]byte(h.word(name)))
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), h.below(4), 4))
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			h.fill(v.Index(i), name, depth+1)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range h.below(3) {
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			h.fill(key, "uri", depth+1) // most members are named like a type
			h.fill(value, name, depth+1)
			v.SetMapIndex(key, value)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if field := v.Type().Field(i); field.IsExported() || field.Anonymous {
				h.fill(v.Field(i), field.Name, depth+1)
			}
		}
	}
}
