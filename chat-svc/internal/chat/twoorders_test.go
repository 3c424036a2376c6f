package chat_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/salaatflow/platform/chat-svc/internal/chat"
)

// Two orders are done each, what cannot be read is told, and what only sounds like two is one.
func TestTwoOrdersAreAnsweredEach(t *testing.T) {
	c := newChat(t, nil)
	data, err := os.ReadFile("testdata/twoorders.txt")
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		read++
		var parts []string
		for part := range strings.SplitSeq(strings.TrimSpace(line), "|") {
			parts = append(parts, strings.TrimSpace(part))
		}
		want := parts[1:]
		if want[0] == "" {
			want = parts[:1]
		}
		if got := chat.RequestsOf(c, parts[0]); !slices.Equal(got, want) {
			t.Errorf("line %d, %q is answered as %q, want %q", read, parts[0], got, want)
		}
	}
	const least = 60
	if read < least {
		t.Errorf("there are only %d messages", read)
	}
}
