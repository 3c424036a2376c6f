package matrix

import (
	"context"
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"flag"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/gateway"
	"github.com/salaatflow/platform/proto/descriptors"
	chatv1 "github.com/salaatflow/platform/proto/salaatflow/chat/v1"
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/services/identity"
)

func TestMain(m *testing.M) {
	flag.Parse()
	goleak.VerifyTestMain(m)
}

// platformSecret is the credential that the programs of the platform share.
const platformSecret = "the secret that all programs share"

// canary stands in everything that the user owns. Nobody else may see it.
const canary = "canary-4711"

// world is a platform with people, of whom one owns things.
type world struct {
	*harness.Platform
	issuer, stranger *harness.Issuer // nobody accepts the stranger's tokens
	// services are all of the platform's, and scopes all that their RPCs need.
	services           []protoreflect.ServiceDescriptor
	scopes             []string
	user, other, admin *person

	tokens, apiTokens map[string]string // by whose and for which scopes
	strangers         map[string]*grpc.ClientConn
	lastToken         int32 // that newToken made
}

func newWorld(t *testing.T) *world {
	t.Helper()
	issuer := harness.NewIssuer(t)
	file := filepath.Join(t.TempDir(), "credential")
	if err := os.WriteFile(file, []byte(platformSecret+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	w := &world{
		issuer: issuer, stranger: harness.NewIssuer(t),
		Platform: harness.Start(t, harness.Options{CredentialFile: file, Gateway: func(c *gateway.Config) {
			c.Auth, c.SignIn.Issuer, c.SignIn.Audience = "oidc", []string{issuer.URL}, []string{harness.Audience}
		}}),
		tokens: map[string]string{}, apiTokens: map[string]string{}, strangers: map[string]*grpc.ClientConn{},
	}
	w.services = platformServices(t)
	w.scopes = scopesOf(w.methods())
	w.user, w.other, w.admin = &person{subject: "aisha"}, &person{subject: "bilal"}, &person{subject: "omar", admin: true}
	for _, p := range []*person{w.user, w.other, w.admin} {
		me := w.send(t, http.MethodGet, "/api/v1/users/me", bearer(w.token(t, p, w.scopes)), "")
		var answer struct{ ID int32 }
		if err := json.Unmarshal(me.body, &answer); err != nil || answer.ID == 0 {
			t.Fatalf("%s is %s, %v", p.subject, me.body, err)
		}
		p.id = answer.ID
	}
	w.markTheUser(t)
	return w
}

func platformServices(t testing.TB) []protoreflect.ServiceDescriptor {
	t.Helper()
	services, err := descriptors.Services()
	if err != nil {
		t.Fatal(err)
	}
	return services
}

// scopesOf returns the scopes that methods need.
func scopesOf(methods []protoreflect.MethodDescriptor) []string {
	var scopes []string
	for _, method := range methods {
		scopes = append(scopes, ruleOf(method).scopes...)
	}
	slices.Sort(scopes)
	return slices.Compact(scopes)
}

// methods returns all RPCs.
func (w *world) methods() []protoreflect.MethodDescriptor { return methodsOf(w.services) }

func methodsOf(services []protoreflect.ServiceDescriptor) []protoreflect.MethodDescriptor {
	var methods []protoreflect.MethodDescriptor
	for _, service := range services {
		for i := range service.Methods().Len() {
			methods = append(methods, service.Methods().Get(i))
		}
	}
	return methods
}

func (*world) asPerson(p *person, scopes []string) harness.Person {
	return harness.Person{Subject: p.subject, Admin: p.admin, Scopes: scopes}
}

// token returns a provider's token.
func (w *world) token(t testing.TB, p *person, scopes []string) string {
	t.Helper()
	key := p.subject + " " + strings.Join(scopes, " ")
	if w.tokens[key] == "" {
		w.tokens[key] = w.issuer.Token(t, w.asPerson(p, scopes))
	}
	return w.tokens[key]
}

// apiToken returns an API token of the user.
func (w *world) apiToken(t testing.TB, scopes []string) string {
	t.Helper()
	key := strings.Join(scopes, " ")
	if w.apiTokens[key] == "" {
		answer, err := usersv1.NewUserServiceClient(w.conn(t, "salaatflow.users.v1.UserService")).CreateToken(w.asUser(t),
			&usersv1.CreateTokenRequest{Name: proto.String(canary), Scopes: scopes})
		if err != nil {
			t.Fatal(err)
		}
		w.apiTokens[key] = answer.GetToken().GetToken()
	}
	return w.apiTokens[key]
}

// conn returns a connection of the platform's programs to a gRPC service.
func (w *world) conn(t testing.TB, service protoreflect.FullName) *grpc.ClientConn {
	t.Helper()
	if service == "salaatflow.registry.v1.RegistryService" {
		return w.Dial(t, w.Registry().String())
	}
	return w.Service(t, service)
}

// strangersConn returns a connection of somebody who has no credential.
func (w *world) strangersConn(t testing.TB, service protoreflect.FullName) *grpc.ClientConn {
	t.Helper()
	address := w.conn(t, service).Target()
	if w.strangers[address] == nil {
		conn, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		w.strangers[address] = conn
	}
	return w.strangers[address]
}

// asUser is the user's own call over gRPC.
func (w *world) asUser(t testing.TB) context.Context {
	t.Helper()
	return w.asTheUser(t.Context())
}

func (w *world) asTheUser(ctx context.Context) context.Context {
	return identity.NewContext(ctx, identity.Caller{UserID: w.user.id, Role: identity.RoleUser})
}

// markTheUser puts the canary into the user's profile.
func (w *world) markTheUser(t testing.TB) {
	t.Helper()
	_, err := usersv1.NewUserServiceClient(w.conn(t, "salaatflow.users.v1.UserService")).UpdateUserInfo(w.asUser(t),
		&usersv1.UpdateUserInfoRequest{DisplayName: proto.String(canary)})
	if err != nil {
		t.Fatal(err)
	}
}

func (w *world) newTask(t testing.TB) any {
	t.Helper()
	answer, err := tasksv1.NewTaskServiceClient(w.conn(t, "salaatflow.tasks.v1.TaskService")).CreateTask(w.asUser(t),
		&tasksv1.CreateTaskRequest{Title: proto.String(canary), DueDatetime: proto.String("2090-01-01T00:00:00Z")}) // so calendars have it
	if err != nil {
		t.Fatal(err)
	}
	return answer.GetTask().GetId()
}

func (w *world) newConversation(t testing.TB) any {
	t.Helper()
	answer, err := chatv1.NewChatServiceClient(w.conn(t, "salaatflow.chat.v1.ChatService")).Chat(w.asUser(t),
		&chatv1.ChatRequest{Message: proto.String("salaam " + canary)})
	if err != nil {
		t.Fatal(err)
	}
	return answer.GetConversationId()
}

// newToken returns the number of a new API token of the user. It revokes the one before, because a user may have only some.
func (w *world) newToken(t testing.TB) any {
	t.Helper()
	users := usersv1.NewUserServiceClient(w.conn(t, "salaatflow.users.v1.UserService"))
	_, err := users.RevokeToken(w.asUser(t), &usersv1.RevokeTokenRequest{TokenId: w.lastToken})
	if w.lastToken != 0 && err != nil && status.Code(err) != codes.NotFound { // the test may have revoked it
		t.Fatal(err)
	}
	w.lastToken = w.createToken(t)
	return w.lastToken
}

// createToken returns the number of a new API token of the user.
func (w *world) createToken(t testing.TB) int32 {
	t.Helper()
	users := usersv1.NewUserServiceClient(w.conn(t, "salaatflow.users.v1.UserService"))
	answer, err := users.CreateToken(w.asUser(t), &usersv1.CreateTokenRequest{Name: proto.String(canary), Scopes: []string{"chat"}})
	if err != nil {
		t.Fatal(err)
	}
	return answer.GetToken().GetId()
}

// newWebhook returns the number of a new webhook of the user, who has no other then, because a user may have only some.
func (w *world) newWebhook(t testing.TB) any {
	t.Helper()
	reminders := tasksv1.NewReminderServiceClient(w.conn(t, "salaatflow.tasks.v1.ReminderService"))
	list, err := reminders.ListWebhooks(w.asUser(t), &tasksv1.ListWebhooksRequest{})
	if err != nil {
		t.Fatal(err)
	}
	for _, webhook := range list.GetWebhooks() {
		if _, err := reminders.DeleteWebhook(w.asUser(t), &tasksv1.DeleteWebhookRequest{WebhookId: webhook.GetId()}); err != nil {
			t.Fatal(err)
		}
	}
	made, err := reminders.CreateWebhook(w.asUser(t), &tasksv1.CreateWebhookRequest{Url: proto.String("https://hooks.example.org/" + canary)})
	if err != nil {
		t.Fatal(err)
	}
	return made.GetWebhook().GetId()
}

// newCalendar returns the number of a new private address of the user's calendar feed. It revokes the others, because a user may have
// only some.
func (w *world) newCalendar(t testing.TB) any {
	t.Helper()
	reminders := tasksv1.NewReminderServiceClient(w.conn(t, "salaatflow.tasks.v1.ReminderService"))
	list, err := reminders.ListCalendars(w.asUser(t), &tasksv1.ListCalendarsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	for _, calendar := range list.GetCalendars() {
		if _, err := reminders.DeleteCalendar(w.asUser(t), &tasksv1.DeleteCalendarRequest{CalendarId: calendar.GetId()}); err != nil {
			t.Fatal(err)
		}
	}
	made, err := reminders.CreateCalendar(w.asUser(t), &tasksv1.CreateCalendarRequest{Name: proto.String(canary)})
	if err != nil {
		t.Fatal(err)
	}
	return made.GetCalendar().GetId()
}

// newSubscription returns the number of the user's browser that shows reminders, at an endpoint of its own.
func (w *world) newSubscription(t testing.TB) any {
	t.Helper()
	reminders := tasksv1.NewReminderServiceClient(w.conn(t, "salaatflow.tasks.v1.ReminderService"))
	list, err := reminders.ListPushSubscriptions(w.asUser(t), &tasksv1.ListPushSubscriptionsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	for _, browser := range list.GetSubscriptions() {
		if _, err := reminders.DeletePushSubscription(w.asUser(t), &tasksv1.DeletePushSubscriptionRequest{
			SubscriptionId: browser.GetId(),
		}); err != nil {
			t.Fatal(err)
		}
	}
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	encode := base64.RawURLEncoding.EncodeToString
	made, err := reminders.CreatePushSubscription(w.asUser(t), &tasksv1.CreatePushSubscriptionRequest{
		Endpoint: proto.String("https://push.example.org/" + canary), P256Dh: proto.String(encode(key.PublicKey().Bytes())),
		Auth: proto.String(encode(make([]byte, 16))),
	})
	if err != nil {
		t.Fatal(err)
	}
	return made.GetSubscription().GetId()
}
