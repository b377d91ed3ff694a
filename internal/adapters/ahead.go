package adapters

import "runtime/debug"

// Values are passed on in parts, and some parts are made ahead.
const (
	partSize   = 16
	partsAhead = 4
)

// Ahead calls use with the values that produce gives, in their order, while
// produce goes on with those after them: decoding output takes as long as
// translating it. produce stops if give returns false. The error is that of
// produce, or a *CrashError if it panics.
func Ahead[T any](produce func(give func(T) bool) error, use func(T)) error {
	parts := make(chan []T, partsAhead)
	stopped := make(chan struct{})
	defer close(stopped) // if use panics
	var failed error
	go func() {
		defer close(parts)
		part := make([]T, 0, partSize)
		send := func() bool {
			select {
			case parts <- part:
				part = make([]T, 0, partSize)
				return true
			case <-stopped:
				return false
			}
		}
		defer func() { // after this, nothing else would: it is another goroutine
			if value := recover(); value != nil {
				failed = &CrashError{Value: value, Stack: debug.Stack()}
			}
		}()
		failed = produce(func(value T) bool {
			part = append(part, value)
			return len(part) < partSize || send()
		})
		send()
	}()
	for part := range parts {
		for _, value := range part {
			use(value)
		}
	}
	return failed
}
