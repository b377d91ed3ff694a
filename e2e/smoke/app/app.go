// Package app is in no Go rule: a checker needs a file, and no compiler.
package app

// Name is the name of the app.
const Name = "smoke"
