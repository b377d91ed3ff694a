//go:build unix

package process

import "golang.org/x/sys/unix"

// state returns the number of bytes that can be read, and whether a process can
// still write.
func (p *pipe) state() (waiting int, open bool) {
	connection, err := p.file.SyscallConn()
	if err != nil {
		return 0, false
	}
	err = connection.Control(func(fd uintptr) {
		events := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
		_, err := unix.Poll(events, 0)
		open = err != nil || events[0].Revents&(unix.POLLHUP|unix.POLLNVAL) == 0
		if waiting, err = unix.IoctlGetInt(int(fd), bytesToRead); err != nil {
			open = false
		}
	})
	return waiting, open && err == nil
}
