// Package made has sources of three kinds.
package made

import "fmt"

// Text returns a text.
func Text(n int) string {
	if n > 0 {
		return fmt.Sprintf("%d%s%s", n, gen(), marked())
	}
	return fmt.Sprintf("made")
}
