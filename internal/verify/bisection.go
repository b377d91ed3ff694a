package verify

import (
	"math/bits"
	"slices"
)

// A bisection finds a smallest set of fixes that turns one target red. It is a
// state machine, so that many can run in step:
//
//	narrow   finds the shortest red prefix of the suspects. Its last fix is
//	         guilty.
//	alone    runs the guilty fixes without any other. If they are red, they are
//	         the set.
//	confirm  runs a red prefix again. If it is green now, the target is flaky.
//	         Otherwise some earlier suspect is guilty too, and narrow goes on.
type bisection struct {
	target   string
	suspects []int // ascending

	guilty []int // found so far
	green  int   // the prefix of this length, with guilty, is green; at the start, without any
	red    int   // the prefix of this length, with guilty, is red
	state  state

	ask     ask   // the current question
	guilt   Guilt // when done
	cleared int   // the first guilty fix that was found: all suspects before it are green together
}

type state uint8

const (
	narrow state = iota
	alone
	confirm
)

// start asks the first question.
func (b *bisection) start() {
	b.red = len(b.suspects)
	b.next()
}

// next asks the question of the state.
func (b *bisection) next() {
	if b.state == narrow && b.red-b.green <= 1 {
		b.guilty = append(b.guilty, b.suspects[b.red-1])
		b.state = alone
	}
	switch b.state {
	case narrow:
		b.ask = b.question(b.green+(b.red-b.green)/2, 1)
	case alone:
		b.ask = b.question(0, reruns)
	case confirm:
		b.ask = b.question(b.red-1, reruns)
	}
}

// question asks for a prefix of the suspects with the guilty fixes.
func (b *bisection) question(prefix, runs int) ask {
	fixes := slices.Concat(b.suspects[:prefix], b.guilty)
	slices.Sort(fixes)
	return ask{target: b.target, fixes: slices.Compact(fixes), runs: runs}
}

// answer takes the answer to the current question, and reports whether the
// bisection is done.
func (b *bisection) answer(color Color) (done bool) {
	switch {
	case color == Flaky:
		return b.isFlaky()
	case b.state == narrow && color == Red:
		b.red = b.green + (b.red-b.green)/2
	case b.state == narrow:
		b.green += (b.red - b.green) / 2
	case b.state == alone && color == Red:
		b.cleared = b.guilty[0]
		slices.Sort(b.guilty)
		b.guilt = Guilt{Target: b.target, Fixes: b.guilty}
		return true
	case b.state == alone && b.red == 1:
		return b.isFlaky() // the same text was red before
	case b.state == alone:
		b.state = confirm
	case b.state == confirm && color == Green:
		return b.isFlaky()
	default:
		b.green, b.red, b.state = 0, b.red-1, narrow
	}
	b.next()
	return false
}

func (b *bisection) isFlaky() bool {
	b.guilt = Guilt{Target: b.target, Fixes: b.suspects, Flaky: true}
	return true
}

// remaining returns how many more builds the bisection takes, if one fix alone
// is guilty.
func (b *bisection) remaining() int {
	if b.state != narrow {
		return 1
	}
	return bits.Len(uint(b.red-b.green-1)) + 1
}
