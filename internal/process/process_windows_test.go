package process

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/windows"
)

// runOnUnix has the verbs of this system's tests.
func runOnUnix(verb string, args []string) int {
	self, _ := os.Executable()
	switch verb {
	case "family": // DEPTH: prints its ID, starts one of less depth, and stays
		fmt.Println(os.Getpid())
		if depth, _ := strconv.Atoi(args[0]); depth > 0 {
			child := exec.Command(self, "family", strconv.Itoa(depth-1))
			child.Stdout = os.Stdout
			_ = child.Start()
		}
		time.Sleep(time.Minute)
	case "orphan": // as family, and ends without a wait for the rest
		child := exec.Command(self, "family", "1")
		child.Stdout = os.Stdout
		fmt.Print(child.Start() == nil, "\n")
	case "memory":
		for i, kept := 0, [][]byte{}; i < 64; i++ {
			kept = append(kept, bytes.Repeat([]byte{1}, 16<<20))
			_ = kept
		}
	case "cpu":
		for end := time.Now().Add(20 * time.Second); time.Now().Before(end); {
		}
	case "another":
		_, err := exec.Command(self, "print", "", "", "0").CombinedOutput()
		fmt.Print(err != nil)
	}
	return 0
}

// members reads the IDs of a family from the output of a command, and opens
// them: an ID alone could be that of another process later.
func members(t *testing.T, lines *bufio.Scanner, count int) []windows.Handle {
	t.Helper()
	var open []windows.Handle
	for range count {
		if !lines.Scan() {
			t.Fatal("the output ended: ", lines.Err())
		}
		id, err := strconv.Atoi(strings.TrimSpace(lines.Text()))
		if err != nil {
			t.Fatal(err)
		}
		process, err := windows.OpenProcess(windows.SYNCHRONIZE, false, uint32(id))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = windows.CloseHandle(process) })
		open = append(open, process)
	}
	return open
}

func wantGone(t *testing.T, members []windows.Handle) {
	t.Helper()
	for i, member := range members {
		if got, err := windows.WaitForSingleObject(member, 5000); got != windows.WAIT_OBJECT_0 {
			t.Errorf("member %d is still there: %#x, %v", i, got, err)
		}
	}
}

func TestNothingOfAJobSurvives(t *testing.T) {
	r := start(t, t.Context(), "family", "3")
	all := members(t, bufio.NewScanner(r.Stdout), 4)
	for i, member := range all {
		if got, _ := windows.WaitForSingleObject(member, 0); got != uint32(windows.WAIT_TIMEOUT) {
			t.Errorf("member %d does not run: %#x", i, got)
		}
	}
	finish(t, 2*time.Second, "Close", func() { r.Close(0) })
	wantGone(t, all)
}

// What a program leaves behind ends with it.
func TestNothingIsLeftOfAJobThatEnds(t *testing.T) {
	r := start(t, t.Context(), "orphan")
	lines := bufio.NewScanner(r.Stdout)
	if !lines.Scan() || lines.Text() != "true" {
		t.Fatal("it started nothing: ", lines.Text())
	}
	var left []windows.Handle
	for lines.Scan() {
		if id, err := strconv.Atoi(lines.Text()); err == nil {
			if process, err := windows.OpenProcess(windows.SYNCHRONIZE, false, uint32(id)); err == nil {
				left = append(left, process)
			}
		}
	}
	if code, err := r.Wait(); code != 0 || err != nil {
		t.Errorf("%d, %v", code, err)
	}
	wantGone(t, left)
}

func TestLimitsOfAJob(t *testing.T) {
	if windows.NewLazySystemDLL("ntdll.dll").NewProc("wine_get_version").Find() == nil {
		t.Skip("the jobs of Wine have no limits")
	}
	for _, row := range []struct {
		verb   string
		limits Limits
		check  func(code int, err error, stdout string) bool
		slow   bool
	}{
		{"memory", Limits{Memory: 512 << 20}, func(code int, err error, _ string) bool { return code > 0 && err == nil }, false},
		{"another", Limits{Processes: 1}, func(_ int, err error, stdout string) bool { return err == nil && stdout == "true" }, false},
		{"another", Limits{Processes: 50}, func(_ int, err error, stdout string) bool { return err == nil && stdout == "false" }, false},
		{"cpu", Limits{CPU: time.Millisecond}, func(code int, err error, _ string) bool { return code != 0 || err != nil }, true},
	} {
		t.Run(fmt.Sprint(row.verb, row.limits.Processes), func(t *testing.T) {
			if row.slow && testing.Short() {
				t.Skip("takes a second of a processor")
			}
			c := command(t, row.verb)
			stdout := NewOutput(1000)
			c.Tree, c.Limits, c.Stdout = true, row.limits, stdout
			code, err := c.Run(t.Context())
			if !row.check(code, err, stdout.String()) {
				t.Errorf("%d, %v, stdout %q", code, err, stdout)
			}
		})
	}
}

func TestLimitsOfFilesAreNotThoseOfAJob(t *testing.T) {
	c := command(t, "print", "", "", "0")
	c.Tree, c.Limits = true, Limits{OpenFiles: 10}
	if code, err := c.Run(t.Context()); code != -1 || !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("%d, %v", code, err)
	}
}
