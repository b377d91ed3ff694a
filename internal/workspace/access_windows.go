package workspace

import "os"

// mayWrite cannot tell on Windows; creating the file will.
func mayWrite(*os.File) error { return nil }
