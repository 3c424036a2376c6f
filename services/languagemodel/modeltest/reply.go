package modeltest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/salaatflow/platform/services/languagemodel"
)

// Usage is what each answer costs.
var Usage = languagemodel.Usage{Prompt: 5, Completion: 2}

// Reply is what the stand-in does with a request.
type Reply func(w http.ResponseWriter, r *http.Request)

// Select answers a selection with these options, whether or not they are among those asked for.
func Select(options ...string) Reply {
	text, err := json.Marshal(map[string][]string{"selected": append([]string{}, options...)})
	if err != nil {
		panic(err) // no list of strings does
	}
	return Say(string(text))
}

// Say answers with a text, which for a selection is nonsense.
func Say(text string) Reply {
	return message(map[string]any{"role": "assistant", "content": text}, "stop")
}

// Call answers with the call of a tool; arguments is JSON, or what is none.
func Call(tool, arguments string) Reply { return Calls([2]string{tool, arguments}) }

// Calls answers with several calls at once, each a tool and its arguments.
func Calls(calls ...[2]string) Reply {
	made := []map[string]any{}
	for i, call := range calls {
		made = append(made, map[string]any{
			"id": "call_" + strconv.Itoa(i), "type": "function",
			"function": map[string]any{"name": call[0], "arguments": call[1]},
		})
	}
	return message(map[string]any{"role": "assistant", "content": nil, "tool_calls": made}, "tool_calls")
}

// Refuse answers that the model does not want to.
func Refuse() Reply {
	return message(map[string]any{"role": "assistant", "content": nil, "refusal": "I will not."}, "stop")
}

// CutOff answers with a text that grew too long.
func CutOff(text string) Reply {
	return message(map[string]any{"role": "assistant", "content": text}, "length")
}

// Fail answers with an HTTP error, and the key in its message, as some endpoints do.
func Fail(status int) Reply {
	return func(w http.ResponseWriter, r *http.Request) {
		refusal{status, "failing", "failed with " + r.Header.Get("Authorization")}.write(w)
	}
}

// TooMany answers 429, and when to come back.
func TooMany(retryAfter time.Duration) Reply {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", strconv.Itoa(int(retryAfter.Seconds())))
		refusal{http.StatusTooManyRequests, "rate_limit_exceeded", "too many"}.write(w)
	}
}

// Body answers 200 with what is not an answer of the protocol.
func Body(contentType, body string) Reply {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		_, _ = w.Write([]byte(body))
	}
}

// Huge answers with a text of so many bytes.
func Huge(bytes int) Reply { return Say(strings.Repeat("x", bytes)) }

// HangUp breaks the connection in the middle of an answer.
func HangUp() Reply {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", "1000")
		_, _ = fmt.Fprint(w, `{"id": "chatcmpl-1", "choices": [`)
		panic(http.ErrAbortHandler)
	}
}

// Hold answers only when release is closed, and not at all when the client gives up before.
func Hold(release <-chan struct{}, then Reply) Reply {
	return func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-release:
			then(w, r)
		case <-r.Context().Done():
		}
	}
}

func message(message map[string]any, finish string) Reply {
	return func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusOK, map[string]any{
			"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": Model,
			"choices": []any{map[string]any{"index": 0, "message": message, "finish_reason": finish, "logprobs": nil}},
			"usage": map[string]any{
				"prompt_tokens": Usage.Prompt, "completion_tokens": Usage.Completion, "total_tokens": Usage.Prompt + Usage.Completion,
			},
		})
	}
}

// Page answers with an HTTP error that is not JSON, as a proxy would.
func Page(status int, html string) Reply {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(status)
		_, _ = w.Write([]byte(html))
	}
}
