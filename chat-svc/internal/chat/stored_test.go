package chat_test

import (
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/salaatflow/platform/services/identity"
)

// What another service's tool is called with and answers is stored with the turn, so that a page can show it again, unless the service
// says that a field of it is a secret.
func TestWhatAnotherServicesToolAnswersIsStoredUnlessItIsSecret(t *testing.T) {
	for name, c := range map[string]struct {
		secret string // the message that has one
		want   string // the stored arguments
	}{
		"no secret":               {"", "{}"},
		"a secret in the answer":  {"DiscoverSubGoalsResponse", ""},
		"a secret in the request": {"DiscoverSubGoalsRequest", ""},
		"a secret of other tools": {"AddMemoryRequest", "{}"},
	} {
		t.Run(name, func(t *testing.T) {
			files := filesOfSomebodyElse(t)
			if c.secret != "" {
				markSecret(t, files, c.secret)
			}
			r := newRegisteredOf(t, "rules: []", true, definitionOf(t, "goals-svc", "goals.v1.GoalService", files))
			answer := turn(identity.NewContext(t.Context(), identity.Caller{UserID: 1, Role: identity.RoleUser}), t, r.Chat, "discover my goals", "")
			kept, err := r.Store.Get(t.Context(), 1, answer.ConversationID, 1, "")
			if err != nil || len(kept.Page) != 1 {
				t.Fatalf("%+v, %v", kept, err)
			}
			if got := kept.Page[0]; got.Tool != "discover_sub_goals" || got.Arguments != c.want {
				t.Errorf("%s was called with %q, by what is stored; want %q", got.Tool, got.Arguments, c.want)
			}
		})
	}
}

// markSecret marks the first field of a message as one that is not to be shown, or else one that it gets.
func markSecret(t *testing.T, files *descriptorpb.FileDescriptorSet, message string) {
	t.Helper()
	for _, file := range files.GetFile() {
		for _, found := range file.GetMessageType() {
			if found.GetName() != message || file.GetPackage() != "goals.v1" {
				continue
			}
			if len(found.GetField()) == 0 {
				found.Field = append(found.Field, &descriptorpb.FieldDescriptorProto{
					Name: proto.String("secret"), JsonName: proto.String("secret"), Number: proto.Int32(1),
					Type: descriptorpb.FieldDescriptorProto_TYPE_STRING.Enum(), Label: descriptorpb.FieldDescriptorProto_LABEL_OPTIONAL.Enum(),
				})
			}
			field := found.GetField()[0]
			if field.GetOptions() == nil {
				field.Options = &descriptorpb.FieldOptions{}
			}
			field.Options.DebugRedact = proto.Bool(true)
			return
		}
	}
	t.Fatalf("there is no message %s", message)
}
