// Package greet says hello.
package greet
import (
    "strings"
)

// Everyone greets all names at once.
func Everyone( names []string ) string {
    if len(names)==0 {
        return "hello, world"
    }
    return "hello, "+strings.Join( names,", " )
}
