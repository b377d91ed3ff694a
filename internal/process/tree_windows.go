package process

import (
	"errors"
	"fmt"
	"os/exec"
	"sync"
	"unsafe"

	"golang.org/x/sys/windows"
)

// A tree is a program and everything that it started: a job.
type tree struct {
	mu  sync.Mutex
	job windows.Handle // 0 after the end
}

// startTree starts a command in a job of its own. The program runs only after it
// is in the job.
func startTree(command *exec.Cmd, limits Limits) (*tree, error) {
	if err := limits.check(); err != nil {
		return nil, err
	}
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return nil, fmt.Errorf("create a job: %w", err)
	}
	t := &tree{job: job}
	information := limits.information()
	if _, err := windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&information)), uint32(unsafe.Sizeof(information))); err != nil {
		t.release()
		return nil, fmt.Errorf("set up a job: %w", err)
	}
	command.SysProcAttr.CreationFlags |= windows.CREATE_SUSPENDED | windows.CREATE_NEW_PROCESS_GROUP
	command.SysProcAttr.HideWindow = true
	if err := command.Start(); err != nil {
		t.release()
		return nil, err
	}
	if err := t.resume(uint32(command.Process.Pid)); err != nil {
		_ = command.Process.Kill()
		_ = command.Wait()
		t.release()
		return nil, err
	}
	return t, nil
}

// information has the limits of the job, which ends with its last handle.
func (l Limits) information() windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION {
	var i windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	flags := &i.BasicLimitInformation.LimitFlags
	*flags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	if l.Memory > 0 {
		*flags |= windows.JOB_OBJECT_LIMIT_PROCESS_MEMORY
		i.ProcessMemoryLimit = uintptr(l.Memory)
	}
	if l.CPU > 0 {
		*flags |= windows.JOB_OBJECT_LIMIT_PROCESS_TIME
		i.BasicLimitInformation.PerProcessUserTimeLimit = int64(l.cpuSeconds()) * 1e7 // units of 100 ns
	}
	if l.Processes > 0 {
		*flags |= windows.JOB_OBJECT_LIMIT_ACTIVE_PROCESS
		i.BasicLimitInformation.ActiveProcessLimit = uint32(min(l.Processes, 1<<32-1))
	}
	return i
}

// resume puts a suspended process into the job, and lets it run.
func (t *tree) resume(pid uint32) error {
	process, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, pid)
	if err != nil {
		return fmt.Errorf("open the program: %w", err)
	}
	defer windows.CloseHandle(process)
	if err := windows.AssignProcessToJobObject(t.job, process); err != nil {
		return fmt.Errorf("put the program into a job: %w", err)
	}
	threads, err := windows.CreateToolhelp32Snapshot(windows.TH32CS_SNAPTHREAD, 0)
	if err != nil {
		return fmt.Errorf("list threads: %w", err)
	}
	defer windows.CloseHandle(threads)
	entry := windows.ThreadEntry32{Size: uint32(unsafe.Sizeof(windows.ThreadEntry32{}))}
	for err = windows.Thread32First(threads, &entry); err == nil; err = windows.Thread32Next(threads, &entry) {
		if entry.OwnerProcessID != pid {
			continue
		}
		thread, err := windows.OpenThread(windows.THREAD_SUSPEND_RESUME, false, entry.ThreadID)
		if err != nil {
			return fmt.Errorf("open the program's thread: %w", err)
		}
		defer windows.CloseHandle(thread)
		if _, err := windows.ResumeThread(thread); err != nil {
			return fmt.Errorf("resume the program: %w", err)
		}
		return nil
	}
	return errors.New("resume the program: it has no thread")
}

// wait waits for the program, calls ended, kills the rest of the job, and
// returns the error of the command.
func (t *tree) wait(command *exec.Cmd, ended func()) error {
	err := command.Wait()
	ended()
	t.kill()
	t.release()
	return err
}

// A program without a console takes no signals.
func (t *tree) interrupt() { t.kill() }
func (t *tree) terminate() { t.kill() }

// kill ends all processes of the job.
func (t *tree) kill() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.job != 0 {
		_ = windows.TerminateJobObject(t.job, 1)
	}
}

func (t *tree) release() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.job != 0 {
		_ = windows.CloseHandle(t.job)
		t.job = 0
	}
}
