package main

import (
	"testing"
	"time"
)

func TestMarkdown(t *testing.T) {
	seconds := func(all ...float64) (t times) {
		for _, s := range all {
			t = append(t, time.Duration(s*float64(time.Second)))
		}
		return t
	}
	null := func(targets int) row {
		return row{targets: targets, files: 5 * targets, peer: "null build", theirs: seconds(1, 3, 2)}
	}
	got := markdown([]row{
		null(20).of("(b) changed", seconds(4), 1.5),
		null(20).of("(a) null", seconds(2.5, 9, 2), 1.3).withMemory(300<<20, 200<<20, 1<<30),
		{what: "(c) cold", targets: 20, files: 100, ours: seconds(2), peer: "one by one", theirs: seconds(9), bar: -5},
		null(40).of("(a) null", seconds(2.7), 1.3),
		{what: "(c) cold", targets: 40, files: 200, ours: seconds(2), peer: "one by one", theirs: seconds(10), bar: -5},
	})
	want := `| what | targets | files | ours, s | peer | peer, s | ratio | bar | | server's heap | its peak |
|---|--:|--:|--:|---|--:|--:|---|---|---|--:|
| (a) null | 20 | 100 | 2.50 (2.00–9.00) | null build | 2.00 (1.00–3.00) | 1.25 times the peer | at most 1.3 | met | 300 MB, 200 without | 1024 MB |
| (a) null | 40 | 200 | 2.70 (2.70–2.70) | null build | 2.00 (1.00–3.00) | 1.35 times the peer | at most 1.3 | **missed** |  |  |
| (b) changed | 20 | 100 | 4.00 (4.00–4.00) | null build | 2.00 (1.00–3.00) | 2.00 times the peer | at most 1.5 | **missed** |  |  |
| (c) cold | 20 | 100 | 2.00 (2.00–2.00) | one by one | 9.00 (9.00–9.00) | 4.5 times faster | at least 5 | **missed** |  |  |
| (c) cold | 40 | 200 | 2.00 (2.00–2.00) | one by one | 10.00 (10.00–10.00) | 5.0 times faster | at least 5 | met |  |  |
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
