package native

// static int one(void) { return 1; }
import "C"

var native interface{} = int(C.one())
