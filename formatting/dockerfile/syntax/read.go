package syntax

import "sync"

// recent has the files that were read last, one for each processor or so.
var recent sync.Pool // of *File

// mostKept is how many bytes a file may have that is kept for whoever reads it
// next: its tree takes dozens of times as many.
const mostKept = 1 << 20

// Read is Parse for one of several that look at a file, one after the other,
// such as a checker and a formatter: where src is what was read last, it
// returns the same file again. Nobody changes it, as nobody changes any other.
func Read(src []byte) *File {
	f, _ := recent.Get().(*File)
	if f == nil || f.Source != string(src) {
		f = Parse(string(src))
	}
	if len(src) <= mostKept {
		recent.Put(f)
	}
	return f
}
