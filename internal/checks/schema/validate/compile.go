package validate

import (
	"errors"
	"fmt"
	"net/url"
	"path"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"

	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/third_party/jsonschema"
)

// A Schema is a compiled schema.
type Schema struct {
	root      *jsonschema.Schema
	documents map[string]*document // by URL without fragment
	keywords  map[*jsonschema.Schema]*keywords
	byPlace   map[string]*jsonschema.Schema // by Location
	leads     map[*jsonschema.Schema]bool   // schemas that lead to one with keywords
}

// An UnmappedError says that a schema needs another one by a URL that no file
// stands for.
type UnmappedError struct {
	URL    string
	Path   string // of the file that names it; empty: the document itself
	Line   int    // 1-based; 0 if not known
	Column int
}

func (e *UnmappedError) Error() string {
	return fmt.Sprintf("%s is not in the workspace, and nothing is fetched: map it to a file with [[schema]] url = %q in autofix.toml", e.URL, e.URL)
}

// Mistake returns the error as a mistake of the file that names the URL.
func (e *UnmappedError) Mistake() *config.Error {
	return &config.Error{Path: e.Path, Line: e.Line, Column: e.Column, Msg: e.Error()}
}

// workspaceURL stands for the workspace in the URLs of schemas. A reference out
// of the workspace has another prefix, so it is detected.
const workspaceURL = "file:///workspace-of-autofix/"

// urlOf returns the URL of a file.
func urlOf(file string) string {
	u := url.URL{Scheme: "file", Path: "/workspace-of-autofix/" + file}
	return u.String()
}

// A loader loads the files of one schema.
type loader struct {
	files     Files
	documents map[string]*document
	order     []*document
	uses      []use
	failed    error // of a file: it says more than the compiler's error
	unmapped  string
	missing   string // the URL of a file that does not exist
}

// compile compiles the schema in a file.
func compile(file, fragment string, files Files) *compiled {
	l := &loader{files: files, documents: make(map[string]*document)}
	schema, err := l.compile(file, fragment)
	return &compiled{uses: l.uses, schema: schema, err: err}
}

func (l *loader) compile(file, fragment string) (schema *Schema, err error) {
	root, err := l.open(use{path: file}, urlOf(file))
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	compiler.UseLoader(l)
	compiler.UseRegexpEngine(compileRegex)
	formatsOf(compiler, root.value)
	if err := compiler.AddResource(root.url, finite(root.value)); err != nil {
		return nil, root.mistake("", err.Error())
	}
	at := url.URL{Fragment: fragment}
	top, err := compiler.Compile(root.url + at.String())
	if err != nil {
		return nil, l.mistake(root, err)
	}
	s := &Schema{root: top, documents: l.documents}
	if err := s.index(); err != nil {
		return nil, err
	}
	if err := s.cycle(); err != nil {
		return nil, err
	}
	return s, nil
}

// Load implements jsonschema.URLLoader.
func (l *loader) Load(text string) (any, error) {
	if known, ok := l.documents[text]; ok {
		return finite(known.value), nil
	}
	use, err := l.find(text)
	if err != nil {
		return nil, err
	}
	opened, err := l.open(use, text)
	if err != nil {
		l.failed = err
		return nil, err
	}
	return finite(opened.value), nil
}

var errNoURL = errors.New("no URL of a file")

// find returns the file for a URL.
func (l *loader) find(text string) (use, error) {
	if name, ok := strings.CutPrefix(text, workspaceURL); ok {
		name, err := url.PathUnescape(name)
		return use{path: name}, err
	}
	if !strings.HasPrefix(text, "http://") && !strings.HasPrefix(text, "https://") {
		return use{}, errNoURL
	}
	if name, ok := l.files.Mapped(text); ok {
		return use{url: text, path: name}, nil
	}
	l.uses = append(l.uses, use{url: text}) // another configuration may map it
	if name := l.beside(text); name != "" {
		return use{path: name}, nil
	}
	l.unmapped = text
	return use{}, errNoURL
}

// beside returns the file of the workspace that has the same place relative to
// a schema's file as a URL has relative to the schema's $id, or "" if there is
// none. A set of schemas refers to each other relative to the $id of each,
// wherever the set is.
func (l *loader) beside(text string) string {
	target, err := url.Parse(text)
	if err != nil {
		return ""
	}
	for _, known := range l.order {
		object, _ := known.value.(map[string]any)
		for _, keyword := range []string{"$id", "id"} {
			id, _ := object[keyword].(string)
			base, err := url.Parse(id)
			if err != nil || base.Host != target.Host || base.Host == "" {
				continue
			}
			rest, ok := strings.CutPrefix(target.Path, path.Dir(base.Path)+"/")
			if !ok {
				continue
			}
			name := path.Join(path.Dir(known.path), rest)
			if file, err := l.files.Read(name); err == nil && file.Path != "" {
				return name
			}
		}
	}
	return ""
}

// open reads a file of the schema.
func (l *loader) open(u use, at string) (*document, error) {
	file, err := l.files.Read(u.path)
	if err != nil {
		return nil, err
	}
	u.file = file
	l.uses = append(l.uses, u)
	if file.Path == "" {
		l.missing = at
		return nil, errNotThere(u.path)
	}
	opened, err := openDocument(file.Path, file.Content)
	if err != nil {
		return nil, err
	}
	opened.url = at
	l.documents[at] = opened
	l.order = append(l.order, opened)
	return opened, nil
}

// errNotThere is returned for a file that does not exist, as far as the run may
// know.
func errNotThere(file string) error { return &config.Error{Path: file, Msg: "the schema " + notThere} }

const notThere = "does not exist; in a build, declare it with the configuration"

// mistake returns the error of the compiler as an error at a place in a file.
func (l *loader) mistake(root *document, err error) error {
	if l.unmapped != "" {
		at, pointer := l.reference(l.unmapped)
		if strings.HasSuffix(pointer, "/$schema") {
			return at.mistake(pointer, unknownDraft(l.unmapped))
		}
		line, column := at.position(pointer)
		return &UnmappedError{URL: l.unmapped, Path: at.path, Line: line, Column: column}
	}
	if at, pointer := l.reference(l.missing); at != nil {
		return at.mistake(pointer, fmt.Sprintf("the schema %s %s", plainURL(l.missing), notThere))
	}
	if l.failed != nil {
		return l.failed
	}
	switch err := err.(type) {
	case *jsonschema.SchemaValidationError:
		at, pointer := l.locate(err.URL)
		if at != nil {
			if invalid, ok := errors.AsType[*jsonschema.ValidationError](err.Err); ok {
				value, _ := operation.Lookup(at.value, pointer)
				pointer, message := invalidSchema(invalid, pointer, value)
				return at.mistake(pointer, message)
			}
		}
	case *jsonschema.InvalidRegexError:
		if at, pointer := l.locate(err.URL); at != nil {
			if strings.HasSuffix(pointer, "/patternProperties") {
				pointer = operation.Join(pointer, err.Regex)
			}
			return at.mistake(pointer, fmt.Sprintf("%q is not a regular expression: %v", err.Regex, err.Err))
		}
	case *jsonschema.JSONPointerNotFoundError:
		return l.dangling(err.URL, root, err)
	case *jsonschema.AnchorNotFoundError:
		return l.dangling(err.Reference, root, err)
	case *jsonschema.LoadURLError:
		at, pointer := l.reference(err.URL)
		if at == nil {
			at = root
		}
		if strings.HasPrefix(err.URL, "file:") {
			return at.mistake(pointer, "names a file outside of the workspace: a schema is a file of the workspace")
		}
		return at.mistake(pointer, fmt.Sprintf("%q is not the name of a file, nor an http(s) URL", err.URL))
	case *jsonschema.UnsupportedDraftError, *jsonschema.MetaSchemaCycleError, *jsonschema.InvalidMetaSchemaURLError, *jsonschema.UnsupportedVocabularyError:
		return root.mistake("/$schema", plainError(err))
	}
	return root.mistake("", plainError(err))
}

func unknownDraft(name string) string {
	return fmt.Sprintf("%q is not a known draft of JSON Schema: those from draft 4 to 2020-12 are. Another one is mapped to a file with [[schema]] url in autofix.toml", name)
}

// plainError returns an error's message with paths in place of URLs.
func plainError(err error) string { return plainURL(err.Error()) }

func plainURL(text string) string { return strings.ReplaceAll(text, workspaceURL, "") }

// locate returns the document and the pointer of a URL of the compiler.
func (l *loader) locate(text string) (*document, string) {
	at, fragment, _ := strings.Cut(text, "#")
	pointer, err := url.PathUnescape(fragment)
	if err != nil {
		return nil, ""
	}
	return l.documents[at], pointer
}

// dangling returns the error for a reference that leads nowhere.
func (l *loader) dangling(target string, root *document, err error) error {
	at, pointer := l.reference(target)
	if at == nil {
		return root.mistake("", plainError(err))
	}
	return at.mistake(pointer, fmt.Sprintf("the reference %q leads nowhere: %s", at.text(pointer), plainError(err)))
}

// reference returns the document and the pointer of a reference to a URL. The
// document is nil if there is none.
func (l *loader) reference(target string) (*document, string) {
	for _, document := range l.order {
		base, err := url.Parse(document.url)
		if err != nil {
			continue
		}
		if pointer, ok := referenceIn(document.value, base, target, nil); ok {
			return document, pointer
		}
	}
	return nil, ""
}

// references are the keywords that name another schema.
var references = []string{"$ref", "$dynamicRef", "$recursiveRef", "$schema"}

// referenceIn returns the pointer of the first reference to a URL in a value,
// in the order of keys.
func referenceIn(value any, base *url.URL, target string, tokens []string) (string, bool) {
	switch value := value.(type) {
	case []any:
		for i, item := range value {
			if found, ok := referenceIn(item, base, target, append(tokens, fmt.Sprint(i))); ok {
				return found, true
			}
		}
	case map[string]any:
		for _, keyword := range []string{"$id", "id"} {
			if id, ok := value[keyword].(string); ok && !strings.HasPrefix(id, "#") {
				if parsed, err := base.Parse(id); err == nil {
					base = parsed
				}
			}
		}
		for _, keyword := range references {
			if text, ok := value[keyword].(string); ok && leadsTo(base, text, target) {
				return operation.Format(append(tokens, keyword)), true
			}
		}
		for _, key := range sortedKeys(value) {
			if found, ok := referenceIn(value[key], base, target, append(tokens, key)); ok {
				return found, true
			}
		}
	}
	return "", false
}

// leadsTo reports whether a reference means a URL. A target without a fragment
// is the whole file.
func leadsTo(base *url.URL, text, target string) bool {
	resolved, err := base.Parse(text)
	if err != nil {
		return false
	}
	file, fragment, _ := strings.Cut(target, "#")
	ownFile, ownFragment, _ := strings.Cut(resolved.String(), "#")
	if file != ownFile {
		return false
	}
	if fragment == "" {
		return true
	}
	want, err := url.PathUnescape(fragment)
	own, ownErr := url.PathUnescape(ownFragment)
	return err == nil && ownErr == nil && want == own
}
