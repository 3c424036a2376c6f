package mcp

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net/http"
	"strings"
)

// maxAnswer is the most bytes of an answer that the bridge reads, and of an event.
const maxAnswer = 64 << 20

// errTooLong is of an answer that nobody will read.
var errTooLong = errors.New("the answer is too long")

// received is a message of an answer. The id is that of its event, empty for none.
type received struct {
	message []byte
	event   string
}

// receive gives the messages of an answer, which is JSON or a stream of events, to take until it ends or take returns an error.
func receive(response *http.Response, take func(received) error) error {
	kind := response.Header.Get("Content-Type")
	switch {
	case strings.HasPrefix(kind, "text/event-stream"):
		return receiveEvents(response.Body, take)
	case strings.HasPrefix(kind, "application/json"):
		body, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer+1))
		if err != nil {
			return err
		}
		if len(body) > maxAnswer {
			return errTooLong
		}
		if body = bytes.TrimSpace(body); len(body) == 0 {
			return nil
		}
		return take(received{message: body})
	default:
		return nil
	}
}

// receiveEvents reads events, of which one without data has only an id.
func receiveEvents(from io.Reader, take func(received) error) error {
	read := bufio.NewScanner(from)
	read.Buffer(nil, maxAnswer)
	var data []byte
	var event string
	for read.Scan() {
		line := read.Bytes()
		if len(line) > 0 {
			field, value, _ := bytes.Cut(line, []byte(":"))
			value = bytes.TrimPrefix(value, []byte(" "))
			switch string(field) {
			case "data":
				if len(data)+len(value) > maxAnswer {
					return errTooLong
				}
				data = append(append(data, value...), '\n')
			case "id":
				event = string(value)
			}
			continue
		}
		if err := take(received{bytes.TrimSpace(data), event}); err != nil {
			return err
		}
		data, event = nil, ""
	}
	return read.Err()
}
