package process

import "testing"

func TestParseStat(t *testing.T) {
	const rest = " 7 8 9 0 -1 2097152 1 2 3 4 5 6 7 8 9 10 11 12 4711 13 14"
	for text, want := range map[string]stat{
		"5 (sh) S" + rest:             {row: row{pid: 5, parent: 7, group: 8, session: 9}, start: 4711, kernel: true},
		"5 (a) Z 1 1) S (x) Z" + rest: {row: row{pid: 5, parent: 7, group: 8, session: 9}, start: 4711, ended: true, kernel: true},
	} {
		if got, valid := parseStat(5, text); got != want || !valid {
			t.Errorf("%q: %+v, %v", text, got, valid)
		}
	}
	for _, text := range []string{"", "5 (sh", "5 (sh) S 1 2", "5 (sh) S x" + rest} {
		if _, valid := parseStat(5, text); valid {
			t.Errorf("%q is valid", text)
		}
	}
}
