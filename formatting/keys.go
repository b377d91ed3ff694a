package formatting

import "github.com/rules-autofix/rules_autofix/formatting/lineends"

// A KeyedLanguage is a language of data in which a text parses even if a
// mapping has a key more than once.
type KeyedLanguage interface {
	Language
	// DuplicateKeys returns the keys that a mapping has already, in order.
	// Errors are as for Parse.
	DuplicateKeys(path string, src []byte) ([]DuplicateKey, error)
}

// A DuplicateKey is a key of a mapping that has the same key before it.
type DuplicateKey struct {
	Key        string // decoded
	First      int    // the offset of the first one
	Start, End int    // the place of this one
}

// HasKeys reports whether the language of a file has mappings.
func (r *Registry) HasKeys(path string, src []byte) bool {
	_, ok := r.For(path, src).(KeyedLanguage)
	return ok
}

// DuplicateKeys returns the duplicate keys of a file, or none if its language
// has no mappings. Errors are as for Parse.
func (r *Registry) DuplicateKeys(path string, src []byte) ([]DuplicateKey, error) {
	lang, ok := r.For(path, src).(KeyedLanguage)
	if !ok {
		return nil, r.Parse(path, src)
	}
	if err := admit(lang, path, src); err != nil {
		return nil, err
	}
	unix := lineends.ToLF(src)
	var keys []DuplicateKey
	err := inOriginal(protect(lang, path, func() (err error) {
		keys, err = lang.DuplicateKeys(path, unix.Text)
		return err
	}), unix)
	for i := range keys {
		k := &keys[i]
		k.First, k.Start, k.End = unix.Offset(k.First), unix.Offset(k.Start), unix.Offset(k.End)
	}
	return keys, err
}
