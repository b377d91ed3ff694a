package unchecked

import "fmt"

// Of returns a text.
func Of() string { return fmt.Sprintf("unchecked") }
