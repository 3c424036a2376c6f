package profile

import (
	"context"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/language/detect"
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/toolresult"
)

// noteProfile remembers what a change to the profile replaced.
func (t Talk) noteProfile(change *usersv1.UpdateUserInfoRequest, before *usersv1.User) {
	was := &usersv1.UpdateUserInfoRequest{}
	held, old := before.ProtoReflect(), was.ProtoReflect()
	change.ProtoReflect().Range(func(field protoreflect.FieldDescriptor, _ protoreflect.Value) bool {
		old.Set(field, held.Get(held.Descriptor().Fields().ByName(field.Name()))) // where there was nothing, what clears it
		return true
	})
	if change.City != nil && before.Latitude != nil { // nobody else may know where it is
		was.Latitude, was.Longitude = before.Latitude, before.Longitude
	}
	t.State.Profile = &conversation.ProfileUndo{Profile: encoded(was)}
}

// noteQuiet remembers the quiet hours that were changed.
func (t Talk) noteQuiet(before *tasksv1.ReminderSettings) {
	from, until := before.GetQuietFrom(), before.GetQuietUntil()
	t.State.Profile = &conversation.ProfileUndo{
		Quiet: encoded(&tasksv1.UpdateReminderSettingsRequest{QuietFrom: &from, QuietUntil: &until}),
	}
}

// Undo reverts the last change to the profile or the quiet hours.
func (t Talk) Undo(ctx context.Context) {
	last := t.State.Profile
	t.State.Profile = nil
	t.Answer.Intent = detect.IdentityQuery
	ctx = identity.NewContext(ctx, t.Person)
	if last.Quiet != nil {
		was := &tasksv1.UpdateReminderSettingsRequest{}
		err := protojson.Unmarshal(last.Quiet, was)
		if err == nil {
			var changed *tasksv1.UpdateReminderSettingsResponse
			if changed, err = t.Reminders.UpdateReminderSettings(ctx, was); err == nil {
				t.tellQuiet(changed.GetSettings())
				return
			}
		}
		t.Fail(toolresult.FromError(apperr.From(err)), dialogue.Arguments{})
		return
	}
	was := &usersv1.UpdateUserInfoRequest{}
	err := protojson.Unmarshal(last.Profile, was)
	if err == nil {
		_, err = t.Users.UpdateUserInfo(ctx, was)
	}
	if err != nil {
		t.Fail(toolresult.FromError(apperr.From(err)), dialogue.Arguments{})
		return
	}
	t.Say("undone_profile", nil)
}

func encoded(message proto.Message) []byte {
	text, err := protojson.Marshal(message)
	if err != nil { // texts and numbers alone cannot fail
		panic(err)
	}
	return text
}
