// Package banner is built from its canonical text: what the compiler sees is formatted, whatever the file in the tree looks like.
package banner

// Text is the banner, one line.
func Text() string { return    "*** hello ***\n" }
