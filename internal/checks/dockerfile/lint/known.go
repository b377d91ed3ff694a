package lint

// Known returns a word with its variables expanded, without quotes and escapes,
// and whether that is its value in every build without build arguments. It is
// not if a variable has no value, or a value from the machine or an image.
func (e Env) Known(word string) (string, bool) {
	x := e.Expand(word)
	if x.Err != nil {
		return "", false
	}
	for _, ref := range References(word, e.file.Escape, false) {
		v, declared := e.Get(ref.Name)
		if v.Assumed || !v.Set && !ref.Guarded || !declared && !e.Complete {
			return "", false
		}
	}
	return x.Value, true
}

// Unquote returns a word without the quotes around it.
func Unquote(word string) string {
	if n := len(word); n >= 2 && (word[0] == '"' || word[0] == '\'') && word[n-1] == word[0] {
		return word[1 : n-1]
	}
	return word
}
