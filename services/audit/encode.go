package audit

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"time"
)

// AppendJSON appends the record as json.Marshal writes it, but for escapes that JSON does not need, and with all texts printable and
// of bounded length. Records are written while callers wait, and this takes a quarter of the time.
func (r *Record) AppendJSON(to []byte) ([]byte, error) {
	to = appendText(append(to, `{"id":`...), r.ID)
	to = append(to, `,"time":"`...)
	to = append(r.Time.AppendFormat(to, time.RFC3339Nano), '"')
	to = appendText(append(to, `,"program":`...), r.Program)
	to = appendText(append(to, `,"door":`...), string(r.Door))
	if r.UserID != 0 {
		to = strconv.AppendInt(append(to, `,"user_id":`...), int64(r.UserID), 10)
	}
	to = appendGiven(to, `,"role":`, string(r.Role))
	to = appendGiven(to, `,"credential":`, r.Credential)
	to = appendGiven(to, `,"token_id":`, r.TokenID)
	to = appendGiven(to, `,"peer":`, r.Peer)
	to = appendGiven(to, `,"address":`, r.Address)
	to = appendText(append(to, `,"tool":`...), r.Tool)
	to = appendGiven(to, `,"alias":`, r.Alias)
	if len(r.Arguments) > 0 {
		to = append(append(to, `,"arguments":`...), r.Arguments...)
	}
	to = appendGiven(to, `,"arguments_digest":`, r.ArgumentsDigest)
	to = appendText(append(to, `,"decision":`...), string(r.Decision))
	to = appendGiven(to, `,"rule":`, r.Rule)
	to = appendText(append(to, `,"result":`...), r.Result)
	to = strconv.AppendInt(append(to, `,"latency_us":`...), r.LatencyMicros, 10)
	if r.Replayed {
		to = append(to, `,"replayed":true`...)
	}
	if r.Detail != "" {
		to = appendQuoted(append(to, `,"detail":`...), Printable(strings.ReplaceAll(r.Detail, "\n", " ⏎ "), maxDetail))
	}
	if r.Retention != nil {
		text, err := json.Marshal(r.Retention)
		if err != nil {
			return nil, err
		}
		to = append(append(to, `,"retention":`...), text...)
	}
	to = appendGiven(to, `,"trace_id":`, r.TraceID)
	to = appendGiven(to, `,"request_id":`, r.RequestID)
	return append(to, '}'), nil
}

// appendGiven appends a member, unless its text is empty.
func appendGiven(to []byte, name, text string) []byte {
	if text == "" {
		return to
	}
	return appendText(append(to, name...), text)
}

// appendText appends a text as a JSON string, printable and of bounded length.
func appendText(to []byte, text string) []byte {
	if len(text) > maxName {
		return appendQuoted(to, Printable(text, maxName))
	}
	for i := range len(text) {
		if !unescaped[text[i]] {
			return appendQuoted(to, Printable(text, maxName))
		}
	}
	to = append(to, '"')
	to = append(to, text...)
	return append(to, '"')
}

// appendQuoted appends any text as a JSON string. It does not escape what only HTML would, so that a text of such characters
// becomes no longer than it needs to be.
func appendQuoted(to []byte, text string) []byte {
	var quoted bytes.Buffer
	encoder := json.NewEncoder(&quoted)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text) // a string always encodes
	return append(to, bytes.TrimSuffix(quoted.Bytes(), []byte{'\n'})...)
}
