package edges

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"

	"github.com/salaatflow/platform/services/toolresult"
)

// ToolCall is POST /api/v1/tools/{name}.
type ToolCall struct {
	// URL is the gateway's.
	URL    string
	Client *http.Client
}

// Name returns the edge's name in tests.
func (ToolCall) Name() string { return "tool call" }

// Call posts the arguments.
func (e ToolCall) Call(ctx context.Context, user int32, tool string, arguments json.RawMessage) (*toolresult.Result, error) {
	status, body, err := exchange(ctx, e.Client, http.MethodPost, e.URL+"/api/v1/tools/"+tool, user, arguments)
	if err != nil {
		return nil, err
	}
	var result toolresult.Result
	if err := json.Unmarshal(body, &result); err != nil {
		return nil, fmt.Errorf("status %d, not a ToolResult: %w: %s", status, err, body)
	}
	if want := result.HTTPStatus(); status != want {
		return nil, fmt.Errorf("status %d, but %s means %d", status, result.Error, want)
	}
	return &result, nil
}

func exchange(ctx context.Context, client *http.Client, method, url string, user int32, body []byte) (int, []byte, error) {
	request, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	if user != 0 {
		request.Header.Set("X-User-ID", strconv.Itoa(int(user)))
	}
	if len(body) > 0 {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := client.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	return response.StatusCode, answer, err
}
