package bazel

import (
	"bytes"
	"slices"
)

// frequent are the beginnings of events that come once or more per target, or
// are long. They are only needed if they report a failure.
var frequent = [][]byte{
	[]byte(`{"id":{"pattern":`),
	[]byte(`{"id":{"progress":`),
	[]byte(`{"id":{"targetConfigured":`),
	[]byte(`{"id":{"structuredCommandLine":`),
	[]byte(`{"id":{"unstructuredCommandLine":`),
}

// telling are the strings that mark a frequent event as needed.
var telling = [][]byte{
	[]byte(`"lastMessage":true`),
	[]byte(`"aborted":{`),
	[]byte(packageContainsErrors),
	[]byte("error loading package"), // the quote after it is escaped in JSON
}

// saysNothing reports that an event is not needed, at a fraction of the cost of
// parsing it. It may return false for an event that is not needed, but never
// true for one that is.
func saysNothing(line []byte) bool {
	for _, beginning := range frequent {
		if bytes.HasPrefix(line, beginning) {
			return !slices.ContainsFunc(telling, func(part []byte) bool { return bytes.Contains(line, part) })
		}
	}
	return false
}
