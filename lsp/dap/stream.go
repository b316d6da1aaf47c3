package dap

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// maxMessage is the longest message that is read.
const maxMessage = 64 << 20

// badMessage is a message that cannot be read; the stream goes on behind it.
type badMessage string

func (e badMessage) Error() string { return string(e) }

// readMessage reads the body of the next message. Behind a header that is none
// it looks for the next one.
func readMessage(r *bufio.Reader) ([]byte, error) {
	length := -1
	bad := ""
	for {
		line, err := readLine(r)
		if err != nil {
			return nil, err
		}
		if line == "" {
			if length >= 0 {
				break
			}
			if bad != "" {
				return nil, badMessage(bad)
			}
			continue
		}
		name, value, ok := strings.Cut(line, ":")
		if !ok || !strings.EqualFold(strings.TrimSpace(name), "Content-Length") {
			if bad == "" && !ok {
				bad = fmt.Sprintf("the header %.40q is none: a message starts with Content-Length", line)
			}
			continue
		}
		n, err := strconv.Atoi(strings.TrimSpace(value))
		if err != nil || n <= 0 || n > maxMessage {
			bad = fmt.Sprintf("the length %.40q is none", strings.TrimSpace(value))
			continue
		}
		length = n
	}
	body := make([]byte, length)
	if _, err := io.ReadFull(r, body); err != nil {
		return nil, io.EOF
	}
	return body, nil
}

// readLine reads a line of a header; what is longer than any header is cut.
func readLine(r *bufio.Reader) (string, error) {
	var b strings.Builder
	for {
		part, err := r.ReadSlice('\n')
		if b.Len() < 4096 {
			b.Write(part)
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		if err != nil {
			return "", io.EOF
		}
		return strings.TrimRight(b.String(), "\r\n"), nil
	}
}
