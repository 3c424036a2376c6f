// Package profile answers what is said about the person.
package profile

import (
	"context"
	"strings"

	"google.golang.org/protobuf/proto"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/language/detect"
	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/toolresult"
)

// Talk is a turn that is about the person.
type Talk struct{ *dialogue.Turn }

// Parts of a profile, as words names them. MaybeName is a name that is said as other things are, too.
const (
	Name      = "name"
	MaybeName = "maybename"
	City      = "city"
	Language  = "language"
	Masjid    = "masjid"
	Method    = "method"
)

// Change handles a message that says what the profile shall hold: "call me Maryam", "mera sheher Lahore kar do", or asks for one part of
// it. It reports whether the message was handled. What it does not understand changes nothing.
func (t Talk) Change(ctx context.Context) bool {
	message := t.said()
	if t.quiet(ctx, message) || t.tellPart(ctx, t.Asks()) || t.takeOff(ctx, message) {
		return true
	}
	if t.Words.Asked || t.Detected.Cues.Negated {
		return false
	}
	for _, part := range [...]struct {
		name string
		set  func(context.Context, string) bool
	}{
		{Name, t.setName}, {MaybeName, t.setMaybeName}, {City, t.setCity}, {Language, t.setLanguage}, {Masjid, t.setMasjid},
		{Method, t.setMethod},
	} {
		if value := words.OfProfile(part.name, message); value != "" && part.set(ctx, value) {
			return true
		}
	}
	return false
}

// Asks returns the part of the profile that the message asks for, or nothing.
func (t Talk) Asks() string { return words.AsksOfProfile(t.said()) }

// said returns the message without what ends it.
func (t Talk) said() string { return strings.TrimRight(t.Input.Text, " \t\n.!?؟۔") }

// saveProfile saves a change and says what the profile holds now.
func (t Talk) saveProfile(ctx context.Context, change *usersv1.UpdateUserInfoRequest, key string, said messages.Args) bool {
	t.Answer.Intent = detect.IdentityQuery
	ctx = identity.NewContext(ctx, t.Person)
	before, err := t.Users.GetUserInfo(ctx, &usersv1.GetUserInfoRequest{})
	if err == nil {
		_, err = t.Users.UpdateUserInfo(ctx, change)
	}
	if err != nil {
		t.Fail(toolresult.FromError(apperr.From(err)), dialogue.Arguments{})
		return true
	}
	t.noteProfile(change, before.GetUser())
	t.SetLast(detect.IdentityQuery, detect.Slots{})
	t.Say(key, said)
	return true
}

// setName saves the name, or asks whether it is one if it reads like an order or a question.
func (t Talk) setName(ctx context.Context, name string) bool {
	if !words.MayBeCalled(name) {
		return false
	}
	if t.readsOtherwise(name) {
		t.Answer.Intent = detect.IdentityQuery
		asked := conversation.Asked{Intent: detect.IdentityQuery, Slots: detect.Slots{Title: &name}}
		t.Confirm(conversation.Question{Asked: asked}, "confirm_name", messages.Args{"name": messages.Data(name)})
		return true
	}
	return t.SaveName(ctx, name)
}

// setMaybeName saves a name that is said as other things are, too, where nothing else is meant: not "mujhe kal bulao".
func (t Talk) setMaybeName(ctx context.Context, name string) bool {
	if t.Detected.Intent != detect.Unknown || !words.MayBeCalled(name) || t.readsOtherwise(name) {
		return false
	}
	return t.SaveName(ctx, name)
}

// SaveName saves the name.
func (t Talk) SaveName(ctx context.Context, name string) bool {
	return t.saveProfile(ctx, &usersv1.UpdateUserInfoRequest{DisplayName: proto.String(name)},
		"profile_name", messages.Args{"name": messages.Data(name)})
}

// readsOtherwise reports whether a name says when, or reads like an order or a question by itself.
func (t Talk) readsOtherwise(name string) bool {
	alone := t.Input
	alone.Text = name
	if t.Detector.Fragment(alone, detect.CreateTask).Slots.Due != nil {
		return true
	}
	read := t.Detector.Detect(alone)
	return read.Intent != detect.Unknown && read.Confidence >= dialogue.Sure
}

func (t Talk) setLanguage(ctx context.Context, name string) bool {
	tag := words.LanguageCalled(name)
	if tag == "" {
		return false
	}
	return t.saveProfile(ctx, &usersv1.UpdateUserInfoRequest{Language: proto.String(tag)},
		"profile_language", messages.Args{"language": t.Book.LanguageName(tag)})
}

// setMethod saves the method by which prayer times are calculated.
func (t Talk) setMethod(ctx context.Context, name string) bool {
	about := t.Input
	about.Text = name + " method"
	method := t.Detector.Fragment(about, detect.GetPrayerTimes).Slots.Method
	if method == nil {
		t.Answer.Intent = detect.IdentityQuery
		t.Say("unknown_method", messages.Args{"method": messages.Data(name)})
		return true
	}
	return t.saveProfile(ctx, &usersv1.UpdateUserInfoRequest{PrayerMethod: method},
		"profile_method", messages.Args{"method": messages.Data(name)})
}

// takeOff empties a part of the profile that need not be there: "remove my name". It reports whether the message asks for that.
func (t Talk) takeOff(ctx context.Context, message string) bool {
	switch part := words.TakesOffProfile(message); part {
	case Name:
		return t.saveProfile(ctx, &usersv1.UpdateUserInfoRequest{DisplayName: proto.String("")}, "profile_no_name", nil)
	case Masjid:
		return t.saveProfile(ctx, &usersv1.UpdateUserInfoRequest{PreferredMasjidId: proto.Int32(0)}, "profile_no_masjid", nil)
	case Method:
		return t.saveProfile(ctx, &usersv1.UpdateUserInfoRequest{PrayerMethod: proto.String("")}, "profile_no_method", nil)
	case City: // there is always one
		return t.tellPart(ctx, part)
	default:
		return false
	}
}
