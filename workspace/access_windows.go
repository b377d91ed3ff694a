package workspace

import "os"

// mayWrite does not know on this system: making the file tells.
func mayWrite(*os.File) error { return nil }
