package validate

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// longestExponent bounds the exponents of numbers. The validator computes with
// all digits: 1e1000000000 would need a gigabyte.
const longestExponent = 400

// finite returns a value that the validator can compute with. Infinities and
// numbers with a large exponent become other large numbers. Values without
// these are returned as they are.
func finite(value any) any {
	if isFinite(value) {
		return value
	}
	switch value := value.(type) {
	case float64:
		large := json.Number("1" + strings.Repeat("0", longestExponent) + ".5") // no integer, as an infinity is none
		switch {
		case math.IsInf(value, 1):
			return large
		case math.IsInf(value, -1):
			return "-" + large
		}
	case json.Number:
		mantissa, exponent, _ := strings.Cut(strings.ToLower(string(value)), "e")
		if strings.HasPrefix(exponent, "-") {
			return json.Number(mantissa + "e-" + strconv.Itoa(longestExponent))
		}
		return json.Number(mantissa + "e" + strconv.Itoa(longestExponent))
	case []any:
		all := make([]any, len(value))
		for i, item := range value {
			all[i] = finite(item)
		}
		return all
	case map[string]any:
		all := make(map[string]any, len(value))
		for key, item := range value {
			all[key] = finite(item)
		}
		return all
	}
	return value // NaN, which stays
}

func isFinite(value any) bool {
	switch value := value.(type) {
	case float64:
		return false
	case json.Number:
		_, exponent, ok := strings.Cut(strings.ToLower(string(value)), "e")
		if !ok {
			return true
		}
		n, err := strconv.Atoi(exponent)
		return err == nil && n <= longestExponent && n >= -longestExponent
	case []any:
		for _, item := range value {
			if !isFinite(item) {
				return false
			}
		}
	case map[string]any:
		for _, item := range value {
			if !isFinite(item) {
				return false
			}
		}
	}
	return true
}
