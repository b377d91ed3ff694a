package operation

import (
	"math/big"
	"strings"
)

// A decimal is a number as (-1)^negative * digits * 10^exponent, with no zero
// at either end of digits. The digits of 0 are empty. Numbers of any size can
// be compared without computing the power.
type decimal struct {
	negative bool
	digits   string
	exponent *big.Int
}

// parseDecimal parses a number in the syntax of JSON.
func parseDecimal(text string) decimal {
	negative := strings.HasPrefix(text, "-")
	text = strings.TrimLeft(text, "+-")
	exponent := new(big.Int)
	if at := strings.IndexAny(text, "eE"); at >= 0 {
		exponent.SetString(strings.TrimPrefix(text[at+1:], "+"), 10)
		text = text[:at]
	}
	if whole, fraction, ok := strings.Cut(text, "."); ok {
		text = whole + fraction
		exponent.Sub(exponent, big.NewInt(int64(len(fraction))))
	}
	digits := strings.TrimRight(text, "0")
	exponent.Add(exponent, big.NewInt(int64(len(text)-len(digits))))
	digits = strings.TrimLeft(digits, "0")
	if digits == "" {
		return decimal{exponent: new(big.Int)}
	}
	return decimal{negative, digits, exponent}
}

func equalNumbers(a, b string) bool {
	x, y := parseDecimal(a), parseDecimal(b)
	return x.negative == y.negative && x.digits == y.digits && x.exponent.Cmp(y.exponent) == 0
}

// isInteger reports whether a number has no fraction: 1.0 and 1e3 have none.
func isInteger(text string) bool {
	if !strings.ContainsAny(text, ".eE") {
		return true
	}
	return parseDecimal(text).exponent.Sign() >= 0
}
