package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/salaatflow/platform/e2e/harness"
)

// keysOfABrowser are what a browser gives beside the endpoint of its push service.
const keysOfABrowser = `"p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", ` +
	`"auth": "BTBZMqHH6r4Tts7J_aSIgg"`

// Whoever gives a URL to which nothing can be posted learns it then, and what would be right, over REST as over gRPC.
func TestADestinationThatCannotWorkIsRefusedOverREST(t *testing.T) {
	text, err := os.ReadFile("../tasks-svc/internal/reminders/testdata/destinations.tsv")
	if err != nil {
		t.Fatal(err)
	}
	platform := harness.Start(t, harness.Options{})
	tried := 0
	for line := range strings.Lines(string(text)) {
		verdict, url, found := strings.Cut(strings.TrimRight(line, "\n"), "\t")
		if !found {
			continue
		}
		tried++
		quoted, err := json.Marshal(url)
		if err != nil {
			t.Fatal(err)
		}
		wantOverREST(t, platform, "/api/v1/reminders/webhooks", "url", string(quoted), `{"url": `+string(quoted)+`}`, verdict == "public")
		wantOverREST(t, platform, "/api/v1/reminders/push-subscriptions", "endpoint", string(quoted),
			`{"endpoint": `+string(quoted)+`, `+keysOfABrowser+`}`, verdict == "public")
	}
	if tried < 100 {
		t.Errorf("only %d URLs were tried", tried)
	}
}

func wantOverREST(t *testing.T, platform *harness.Platform, path, field, url, body string, accepted bool) {
	t.Helper()
	got := send(t, platform, http.MethodPost, path, body, as(1))
	if accepted {
		if got.status != http.StatusCreated {
			t.Errorf("%s at %s: %d %s", url, path, got.status, got.body)
			return
		}
		send(t, platform, http.MethodDelete, fmt.Sprintf("%s/%v", path, got.field(t, "id")), "", as(1))
		return
	}
	if got.status != http.StatusBadRequest || got.field(t, "violations.0.field") != field {
		t.Errorf("%s at %s: %d %s", url, path, got.status, got.body)
		return
	}
	if said, _ := got.field(t, "violations.0.message").(string); !strings.HasPrefix(said, "must ") {
		t.Errorf("%s at %s: the refusal says %q", url, path, said)
	}
}
