package reports

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// errUTF16 is for reports that a shell of Windows has written for a tool.
var errUTF16 = errors.New("UTF-16, as > of PowerShell writes it: let the tool write the file itself, or convert it to UTF-8")

// utf8 returns a report after its byte order mark, which the redirection of a
// shell may have added. An io.ReadSeeker stays one.
func utf8(in io.Reader) (io.Reader, error) {
	const mark = "\xef\xbb\xbf"
	head := make([]byte, len(mark))
	if file, ok := in.(io.ReadSeeker); ok && seeks(file) {
		n, err := io.ReadFull(file, head)
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, err
		}
		from := int64(0)
		if string(head[:n]) == mark {
			from = int64(n)
		}
		if _, err := file.Seek(from, io.SeekStart); err != nil {
			return nil, err
		}
		return in, utf16(head[:n])
	}
	buffered := bufio.NewReader(in)
	head, err := buffered.Peek(len(mark)) // shorter input has no mark; its errors are seen again
	if err == nil && string(head) == mark {
		_, err = buffered.Discard(len(mark))
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return buffered, utf16(head)
}

// seeks reports whether a file can be read twice, which a pipe cannot.
func seeks(file io.Seeker) bool {
	_, err := file.Seek(0, io.SeekCurrent)
	return err == nil
}

// utf16 returns an error if a report starts with the byte order mark of UTF-16.
func utf16(head []byte) error {
	if bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) {
		return errUTF16
	}
	return nil
}
