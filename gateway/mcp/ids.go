package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/maphash"
	"net/http"
	"strconv"
)

// The SDK keeps the id of a request as an int64, which it makes of a float64: 1.5 comes back as 1, 9007199254740993 as ...992, and an
// id of 20 digits as another altogether, so the client never learns the answer to its request. Such a number travels through the
// SDK as a text that stands for it, always the same, so that a later message can cancel the request.

// mostExact is the largest integer that a float64 has, and all smaller ones.
const mostExact = 1 << 53

// ids turns numbers into texts that nobody outside can know. It is safe for concurrent use.
type ids struct{ seed maphash.Seed }

func newIDs() ids { return ids{maphash.MakeSeed()} }

// standIn returns the text, in its quotes, that stands for a number.
func (i ids) standIn(number string) []byte {
	return fmt.Appendf(nil, `"number-%016x"`, maphash.String(i.seed, number))
}

// pair is what stands in for a number, in its quotes, and the number.
type pair [2][]byte

// replace returns a body, valid JSON, in which texts stand in for ids that the SDK cannot keep.
func (i ids) replace(body []byte) (kept []byte, pairs []pair) {
	numbers := lossy(body)
	if len(numbers) == 0 {
		return body, nil
	}
	from := 0
	for _, number := range numbers {
		literal := bytes.Clone(body[number.start:number.end])
		standIn := i.standIn(string(literal))
		kept = append(append(kept, body[from:number.start]...), standIn...)
		from = number.end
		pairs = append(pairs, pair{standIn, literal})
	}
	return append(kept, body[from:]...), pairs
}

// restored returns a text with the number of each pair where something stands in for it, also in the text of an error.
func restored(text []byte, pairs []pair) []byte {
	for _, one := range pairs {
		text = bytes.ReplaceAll(text, one[0], one[1])
		text = bytes.ReplaceAll(text, bytes.Trim(one[0], `"`), one[1])
	}
	return text
}

// keep returns a body that the SDK reads without loss, and a writer that writes the ids as the client wrote them. Almost always these
// are the ones given.
func (i ids) keep(w http.ResponseWriter, body []byte) (http.ResponseWriter, []byte) {
	kept, pairs := i.replace(body)
	if len(pairs) == 0 {
		return w, body
	}
	return &idWriter{ResponseWriter: w, pairs: pairs}, kept
}

// idWriter writes numbers for what stood in for them. An id is never parted between two writes: the SDK writes whole messages.
type idWriter struct {
	http.ResponseWriter
	pairs []pair
}

// Unwrap lets http.ResponseController reach the connection.
func (w *idWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// WriteHeader writes the status. The length of the body is not yet known.
func (w *idWriter) WriteHeader(status int) {
	w.Header().Del("Content-Length")
	w.ResponseWriter.WriteHeader(status)
}

// Write writes whole messages.
func (w *idWriter) Write(text []byte) (int, error) {
	if _, err := w.ResponseWriter.Write(restored(text, w.pairs)); err != nil {
		return 0, err
	}
	return len(text), nil
}

// span is a part of a text.
type span struct{ start, end int }

// lossy returns where in a body, valid JSON, ids are numbers that the SDK would change: of a message, or each of a batch, and of
// requests that one cancels.
func lossy(body []byte) []span {
	if !bytes.Contains(body, []byte(`"id"`)) && !bytes.Contains(body, []byte(`"requestId"`)) {
		return nil
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	var found []span
	var path []string // the keys, and "" for each array, that lead to the next value
	for {
		token, err := decoder.Token()
		if err != nil {
			return found
		}
		switch token := token.(type) {
		case json.Delim:
			switch token {
			case '{':
				path = append(path, wantsKey)
			case '[':
				path = append(path, inArray)
			default:
				path = afterValue(path[:len(path)-1])
			}
			continue
		case string:
			if len(path) > 0 && path[len(path)-1] == wantsKey {
				path[len(path)-1] = token
				continue
			}
		case json.Number:
			if namesRequest(path) && !exact(token.String()) {
				end := int(decoder.InputOffset())
				found = append(found, span{end - len(token), end})
			}
		}
		path = afterValue(path)
	}
}

// What stands in a path for an object whose next key is not yet known, and for an array. No key is one of them: valid keys that
// look so lead to no id.
const (
	wantsKey = "\x00key"
	inArray  = "\x00array"
)

// afterValue returns the path after a value: in an object, a key comes next.
func afterValue(path []string) []string {
	if last := len(path) - 1; last >= 0 && path[last] != inArray {
		path[last] = wantsKey
	}
	return path
}

// namesRequest reports whether the value at a path is the id of a request.
func namesRequest(path []string) bool {
	if len(path) > 0 && path[0] == inArray { // a batch
		path = path[1:]
	}
	switch len(path) {
	case 1:
		return path[0] == "id"
	case 2:
		return path[0] == "params" && path[1] == "requestId"
	default:
		return false
	}
}

// exact reports whether the SDK writes a number as it stands there.
func exact(number string) bool {
	n, err := strconv.ParseInt(number, 10, 64)
	return err == nil && -mostExact <= n && n <= mostExact && strconv.FormatInt(n, 10) == number
}
