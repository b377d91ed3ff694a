package adapters

import (
	"errors"
	"testing"
)

func TestAhead(t *testing.T) {
	failure := errors.New("failure")
	for _, n := range []int{0, 1, partSize - 1, partSize, partSize + 1, 10 * partSize * partsAhead} {
		for _, failed := range []error{nil, failure} {
			next := 0
			err := Ahead(func(give func(int) bool) error {
				for i := range n {
					if !give(i) {
						t.Error("stopped")
					}
				}
				return failed
			}, func(got int) {
				if got != next {
					t.Fatalf("got %d, want %d", got, next)
				}
				next++
			})
			if err != failed || next != n {
				t.Errorf("%d values of %d, error %v, want %v", next, n, err, failed)
			}
		}
	}
}

// A panic of the user of values does not leave the producer waiting.
func TestAheadAfterAPanic(t *testing.T) {
	stopped := make(chan bool)
	func() {
		defer func() { _ = recover() }()
		_ = Ahead(func(give func(int) bool) error {
			defer close(stopped)
			for give(0) {
			}
			return nil
		}, func(int) { panic("no") })
	}()
	<-stopped
}
