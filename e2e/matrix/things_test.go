package matrix

import (
	"strings"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// thing is what a parameter with an id in it names.
type thing struct {
	// of returns one, which is the user's if it is owned.
	of func(w *world, t testing.TB) any
	// owned: it belongs to a user, and others find nothing. names: it is a user, whose things only that user and an
	// administrator may ask for.
	owned, names bool
	// why says of what is neither that it is nobody's secret.
	why string
}

// thingsByField are what parameters name. A parameter that may be an id and is not here fails the tests, because nobody has
// said whose things it names.
var thingsByField = map[string]thing{
	"task_id":             {owned: true, of: (*world).newTask},
	"conversation_id":     {owned: true, of: (*world).newConversation},
	"token_id":            {owned: true, of: (*world).newToken},
	"owner_id":            {names: true, of: func(w *world, _ testing.TB) any { return w.user.id }},
	"user_id":             {names: true, of: func(w *world, _ testing.TB) any { return w.user.id }},
	"masjid_id":           {why: "masjids are for everybody", of: first},
	"preferred_masjid_id": {why: "masjids are for everybody", of: first},
	"hadith_id":           {why: "hadiths are for everybody", of: first},
	"override_id":         {why: "overrides hold for everybody, and anybody may list them", of: first},
	"webhook_id":          {owned: true, of: (*world).newWebhook},
	"subscription_id":     {owned: true, of: (*world).newSubscription},
	"calendar_id":         {owned: true, of: (*world).newCalendar},
	"reminder_id":         {why: "acknowledging one says nothing of whether there is one", of: noReminder},
	"hash":                {why: "definitions are the platform's, for administrators", of: noDefinition},
}

func noDefinition(*world, testing.TB) any { return strings.Repeat("0", 64) }

func noReminder(*world, testing.TB) any { return "1-1-1" }

func first(*world, testing.TB) any { return 1 }

// mayBeID reports whether a parameter's name says that it names something.
func mayBeID(name string) bool {
	return name == "id" || name == "hash" || strings.HasSuffix(name, "_id") || strings.HasSuffix(name, "_ids")
}

// things are those that a request is about.
type things struct {
	owner        *person
	owned, names bool
}

// about returns the things of the user that a request for a method names. Without naming, it names no user.
func (w *world) about(t testing.TB, method protoreflect.MethodDescriptor, naming bool) (things, map[string]any) {
	t.Helper()
	found, arguments := things{owner: w.user}, map[string]any{}
	fields := method.Input().Fields()
	for i := range fields.Len() {
		name := string(fields.Get(i).Name())
		known, isThing := thingsByField[name]
		switch {
		case !isThing || known.names && !naming:
		case known.owned || known.names || !fields.Get(i).HasPresence():
			arguments[name] = known.of(w, t)
			found.owned, found.names = found.owned || known.owned, found.names || known.names
		}
	}
	return found, arguments
}

// namesUsers reports whether a request for a method can name a user.
func namesUsers(method protoreflect.MethodDescriptor) bool {
	fields := method.Input().Fields()
	for i := range fields.Len() {
		if thingsByField[string(fields.Get(i).Name())].names {
			return true
		}
	}
	return false
}
