// Package limits has two numbers.
package limits

// High is a number.
//
// swap go-high suggestion: 4 => 3
const High = 4

// Name names it.
//
// swap go-name suggestion: high => High
const Name = "high"
