package taskssvc_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/kit/kittest"
	taskssvc "github.com/salaatflow/platform/tasks-svc"
	"github.com/salaatflow/platform/tasks-svc/internal/webpush"
	"github.com/salaatflow/platform/tasks-svc/internal/webpush/webpushtest"
)

// destinations returns URLs with where each may be posted to: public, private or never.
func destinations(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("internal/reminders/testdata/destinations.tsv")
	if err != nil {
		t.Fatal(err)
	}
	verdicts := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if verdict, url, found := strings.Cut(strings.TrimRight(line, "\n"), "\t"); found {
			verdicts[url] = verdict
		}
	}
	if len(verdicts) < 100 {
		t.Fatalf("there are only %d URLs", len(verdicts))
	}
	return verdicts
}

// What nothing can be posted to is refused when it is given, not when the first reminder is due: for webhooks and browsers alike, with a
// sentence of what would be right.
func TestADestinationThatCannotWorkIsRefusedAtOnce(t *testing.T) {
	key, err := webpush.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	keyFile := filepath.Join(t.TempDir(), "push.key")
	if err := os.WriteFile(keyFile, key, 0o600); err != nil {
		t.Fatal(err)
	}
	browser, err := webpushtest.NewBrowser()
	if err != nil {
		t.Fatal(err)
	}
	for name, private := range map[string]bool{"by default": false, "with private addresses": true} {
		t.Run(name, func(t *testing.T) {
			c, _ := configure(t)
			c.WebhookPrivate, c.PushKeyFile = private, keyFile
			client := tasksv1.NewReminderServiceClient(kittest.Start(t, c.Config, taskssvc.Module(c)))
			ctx := as(t, 1, "")
			for url, verdict := range destinations(t) {
				accepted := verdict == "public" || verdict == "private" && private
				wantDestination(t, url, "url", accepted, hookAndForget(ctx, client, url))
				wantDestination(t, url, "endpoint", accepted, pushAndForget(ctx, client, subscription(browser, url)))
			}
		})
	}
}

func wantDestination(t *testing.T, url, field string, accepted bool, err error) {
	t.Helper()
	if accepted {
		if err != nil {
			t.Errorf("%s: %v", url, err)
		}
		return
	}
	if err == nil {
		t.Errorf("%s is accepted as %s", url, field)
		return
	}
	wantRefusal(t, err, codes.InvalidArgument, errorsv1.Reason_REASON_VALIDATION_ERROR, field)
	if said := apperr.From(err).Violations[0].Message; !strings.HasPrefix(said, "must ") {
		t.Errorf("%s: the refusal says %q", url, said)
	}
}

func hookAndForget(ctx context.Context, client tasksv1.ReminderServiceClient, url string) error {
	made, err := client.CreateWebhook(ctx, &tasksv1.CreateWebhookRequest{Url: proto.String(url)})
	if err == nil {
		_, err = client.DeleteWebhook(ctx, &tasksv1.DeleteWebhookRequest{WebhookId: made.GetWebhook().GetId()})
	}
	return err
}

func pushAndForget(ctx context.Context, client tasksv1.ReminderServiceClient, request *tasksv1.CreatePushSubscriptionRequest) error {
	made, err := client.CreatePushSubscription(ctx, request)
	if err == nil {
		_, err = client.DeletePushSubscription(ctx,
			&tasksv1.DeletePushSubscriptionRequest{SubscriptionId: made.GetSubscription().GetId()})
	}
	return err
}
