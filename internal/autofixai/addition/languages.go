package addition

import (
	"sync"

	"github.com/rules-autofix/rules_autofix/formatting/tokens"
)

// A language is read by its tokens.
type language struct {
	scan     tokens.Language
	keywords map[string]bool
	rare     map[string]bool // the keywords that an answer may not add
	guards   map[string]bool // the keywords that decide whether code runs
	values   map[string]bool // names of types and values without effect
	calls    map[string]bool // functions that only compute a value, as they are called
	messages map[string]bool // functions, of calls, whose strings are messages for people
	modules  map[string]bool // that an answer may import
	named    map[string]bool // that an answer may import if the checker names them
	sound    func(c *Change, is *file) *Issue
	imports  func(f *file) []statement
}

// indented reports whether blocks are lines with one indentation.
func (l *language) indented() bool { return l.scan == tokens.Python || l.scan == tokens.Starlark }

var goCode = sync.OnceValue(func() *language {
	return &language{
		scan:     tokens.Go,
		keywords: set("break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var"),
		rare:     set("chan fallthrough go goto import interface package select struct"),
		guards:   set("if return switch case select defer"),
		values: set("nil error string bool byte rune int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 uintptr float32 float64 any comparable true false _ " +
			"errors fmt len cap append min max New Is As Join Errorf Sprintf"),
		calls:    set("len cap append min max string bool byte rune int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 float32 float64 any errors.New errors.Is errors.As errors.Join fmt.Errorf fmt.Sprintf"),
		messages: set("errors.New fmt.Errorf"),
		modules:  set("errors fmt"),
		named: set("bytes cmp context crypto/rand crypto/sha256 io io/fs iter maps math math/bits math/rand/v2 net net/http os path path/filepath regexp slices sort strconv strings sync " +
			"sync/atomic time unicode unicode/utf8"),
		sound:   soundGo,
		imports: goImports,
	}
})

const exceptions = "ArithmeticError AssertionError AttributeError BaseException Exception FileExistsError FileNotFoundError ImportError IndexError KeyError LookupError " +
	"NotImplementedError OSError OverflowError PermissionError RuntimeError StopIteration TimeoutError TypeError UnicodeError ValueError ZeroDivisionError"

const pure = "abs all any bool bytes dict enumerate float frozenset hasattr int isinstance issubclass len list max min range repr reversed round set sorted str sum tuple zip"

var pythonCode = sync.OnceValue(func() *language {
	return &language{
		scan: tokens.Python,
		keywords: set("and as assert async await break class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return try " +
			"while with yield"),
		rare:   set("async class def del global lambda nonlocal yield"),
		guards: set("if elif raise return assert except not"),
		values: set("None True False NotImplemented Ellipsis self cls type object super " + pure + " " + exceptions +
			" Any Callable ClassVar Final Generator Iterable Iterator Literal Mapping Optional Sequence TypeVar Union annotations typing collections abc"),
		calls:    set(pure + " " + exceptions + " super type"),
		messages: set(exceptions),
		modules:  set("__future__ collections.abc typing"),
		named: set("abc ast collections contextlib copy dataclasses datetime decimal enum functools hashlib hmac io itertools json logging math operator os os.path pathlib re secrets shlex string " +
			"tempfile textwrap time types warnings zoneinfo"),
		sound:   soundIndented,
		imports: lineImports("import", "from"),
	}
})

var scriptCode = sync.OnceValue(func() *language {
	return &language{
		scan: tokens.JavaScript,
		keywords: set("abstract as async await break case catch class const continue debugger declare default delete do else enum export extends finally for from function get if implements import in " +
			"infer instanceof interface is keyof let namespace new of override private protected public readonly return satisfies set static super switch this throw try type typeof " +
			"unique var void while with yield"),
		rare:   set("class debugger declare delete enum export extends get import namespace set static super yield"),
		guards: set("if return throw switch case await catch"),
		values: set("undefined null true false NaN Infinity unknown never string number boolean bigint symbol object Array Boolean BigInt Error Map Number Object Promise RangeError Readonly " +
			"ReadonlyArray Record Partial Required Set String Symbol TypeError isArray isNaN isFinite isInteger length"),
		calls:    set("Array.isArray BigInt Boolean Error Number Number.isFinite Number.isInteger Number.isNaN RangeError String TypeError super"),
		messages: set("Error TypeError RangeError"),
		sound:    soundBrackets,
		imports:  lineImports("import"),
	}
})

var starlarkCode = sync.OnceValue(func() *language {
	return &language{
		scan:     tokens.Starlark,
		keywords: set("and break continue def elif else for if in lambda load not or pass return"),
		rare:     set("def lambda load"),
		guards:   set("if elif return not"),
		values:   set("None True False " + pure),
		calls:    set(pure),
		messages: set("fail"),
		sound:    soundStarlark,
		imports:  lineImports("load"),
	}
})
