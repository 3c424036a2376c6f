package auditsvc_test

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"go.uber.org/goleak"

	auditv1 "github.com/salaatflow/platform/proto/salaatflow/audit/v1"

	auditsvc "github.com/salaatflow/platform/audit-svc"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/audit/chain"
	"github.com/salaatflow/platform/services/config"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/kit/kittest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var start = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

func serve(t *testing.T) auditv1.AuditServiceClient {
	t.Helper()
	c := auditsvc.DefaultConfig()
	c.Config = kittest.Config(t)
	c.Clock = clockwork.NewFakeClockAt(start)
	c.Database.URL = config.Secret("sqlite:" + filepath.Join(t.TempDir(), "audit.db"))
	return auditv1.NewAuditServiceClient(kittest.Start(t, c.Config, auditsvc.Module(c)))
}

func as(t *testing.T, userID int32, role identity.Role) context.Context {
	t.Helper()
	return identity.NewContext(t.Context(), identity.Caller{UserID: userID, Role: role})
}

func fill(t *testing.T, client auditv1.AuditServiceClient, records ...audit.Record) {
	t.Helper()
	var end chain.Line
	request := &auditv1.AppendAuditLinesRequest{Source: "outbox-1"}
	for i, record := range records {
		record.ID, record.Time = fmt.Sprint("record-", i), start
		entry, err := json.Marshal(record)
		if err != nil {
			t.Fatal(err)
		}
		end = end.Next(entry)
		request.Lines = append(request.Lines, end.Append(nil))
	}
	answer, err := client.AppendAuditLines(t.Context(), request)
	if err != nil || answer.GetThrough() != int64(len(records)) {
		t.Fatal(answer, err)
	}
}

func tools(answer *auditv1.ListAuditEntriesResponse) (names []string) {
	for _, entry := range answer.GetEntries() {
		names = append(names, entry.GetTool())
	}
	return names
}

func TestUsersSeeTheirOwnEntriesAndAdministratorsAll(t *testing.T) {
	client := serve(t)
	fill(t, client,
		audit.Record{Tool: "mine", UserID: 1, Decision: audit.Allowed, Result: audit.OK},
		audit.Record{Tool: "yours", UserID: 2, Decision: audit.Refused, Result: "FORBIDDEN"},
		audit.Record{Tool: "nobodys", Decision: audit.Refused, Result: "AUTH_REQUIRED"},
	)
	two := int32(2)
	for name, c := range map[string]struct {
		ctx     context.Context
		request *auditv1.ListAuditEntriesRequest
		want    string
	}{
		"own":                {as(t, 1, identity.RoleUser), &auditv1.ListAuditEntriesRequest{}, "[mine]"},
		"own by name":        {as(t, 2, identity.RoleUser), &auditv1.ListAuditEntriesRequest{UserId: &two}, "[yours]"},
		"another's":          {as(t, 1, identity.RoleUser), &auditv1.ListAuditEntriesRequest{UserId: &two}, "FORBIDDEN"},
		"nobody":             {t.Context(), &auditv1.ListAuditEntriesRequest{}, "AUTH_REQUIRED"},
		"admin":              {as(t, 9, identity.RoleAdmin), &auditv1.ListAuditEntriesRequest{}, "[nobodys yours mine]"},
		"another's by admin": {as(t, 9, identity.RoleAdmin), &auditv1.ListAuditEntriesRequest{UserId: &two}, "[yours]"},
	} {
		t.Run(name, func(t *testing.T) {
			answer, err := client.ListAuditEntries(c.ctx, c.request)
			got := fmt.Sprint(tools(answer))
			if err != nil {
				got = apperr.From(err).ToolCode()
			}
			if got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
	if _, err := client.ExportAuditLines(as(t, 1, identity.RoleUser), &auditv1.ExportAuditLinesRequest{}); err == nil {
		t.Error("a user exports everything")
	}
}

func TestAPageTokenIsOfItsList(t *testing.T) {
	client := serve(t)
	fill(t, client, audit.Record{Tool: "a", UserID: 1}, audit.Record{Tool: "b", UserID: 1}, audit.Record{Tool: "c", UserID: 1})
	limit := int32(2)
	first, err := client.ListAuditEntries(as(t, 1, identity.RoleUser), &auditv1.ListAuditEntriesRequest{Limit: &limit})
	if err != nil || first.GetCount() != 3 || fmt.Sprint(tools(first)) != "[c b]" {
		t.Fatal(first, err)
	}
	token := first.GetNextPageToken()
	next, err := client.ListAuditEntries(as(t, 1, identity.RoleUser), &auditv1.ListAuditEntriesRequest{Limit: &limit, PageToken: &token})
	if err != nil || fmt.Sprint(tools(next)) != "[a]" || next.NextPageToken != nil {
		t.Errorf("got %v, %v", next, err)
	}
	if _, err := client.ListAuditEntries(as(t, 2, identity.RoleUser), &auditv1.ListAuditEntriesRequest{PageToken: &token}); err == nil {
		t.Error("another user's token is taken")
	}
}

func TestWhatIsNoLineOfAnOutboxIsRefused(t *testing.T) {
	client := serve(t)
	entry := `{"id":"a","time":"2026-11-22T12:00:00Z"}`
	line := string(chain.Line{}.Next([]byte(entry)).Append(nil))
	for name, text := range map[string]string{
		"no line":       "hello",
		"changed":       strings.Replace(line, `"a"`, `"b"`, 1),
		"no record":     string(chain.Line{}.Next([]byte(`{"id":7}`)).Append(nil)),
		"without an id": string(chain.Line{}.Next([]byte(`{"time":"2026-11-22T12:00:00Z"}`)).Append(nil)),
		"two at once":   line + line,
		"in two lines":  string(chain.Line{}.Next([]byte("{\n" + entry[1:])).Append(nil)),
	} {
		_, err := client.AppendAuditLines(t.Context(), &auditv1.AppendAuditLinesRequest{Source: "outbox-1", Lines: [][]byte{[]byte(text)}})
		if apperr.From(err).ToolCode() != "VALIDATION_ERROR" {
			t.Errorf("%s: %v", name, err)
		}
	}
}
