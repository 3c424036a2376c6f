package matrix

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"
)

var (
	tries = flag.Int("tries", 3000, "how often the other user tries to get at the user's things")
	seed  = flag.Uint64("seed", 1, "what the tries depend on")
)

// A user who tries whatever takes an id, by every door, finds nothing of another's and changes nothing.
func TestNobodyFindsWhatIsAnothers(t *testing.T) {
	w := newWorld(t)
	stock := w.stock(t)
	a := attacker{world: w, stock: stock, targets: w.targets(t)}
	for _, c := range w.overGRPC(t, rule{}) {
		if c.is(w.other) {
			a.grpc = c
		}
	}
	for _, c := range w.overHTTP(t, rule{}) {
		if c.is(w.other) {
			a.http = append(a.http, c)
		}
	}
	before := w.everythingOfTheUser(t, stock)
	t.Run("tries", func(t *testing.T) {
		const attackers = 8
		for i := range attackers {
			t.Run(fmt.Sprint(i), func(t *testing.T) {
				t.Parallel()
				a := a
				a.random = rand.New(rand.NewPCG(*seed, uint64(i)))
				for range *tries / attackers {
					if a.try(t); t.Failed() {
						return
					}
				}
			})
		}
	})
	after := w.everythingOfTheUser(t, stock)
	for what, was := range before {
		if !bytes.Equal(after[what], was) {
			t.Errorf("%s answered\n%s\nand after the tries\n%s", what, was, after[what])
		}
	}
	t.Logf("%d tries at %d RPCs, by seed %d", *tries, len(a.targets), *seed)
}

// target is an RPC that somebody may try, with arguments that it accepts.
type target struct {
	method    protoreflect.MethodDescriptor
	doors     []door
	arguments map[string]any
}

// targets returns the RPCs that take ids or pages of somebody's things.
func (w *world) targets(t *testing.T) []target {
	t.Helper()
	var found []target
	for _, method := range w.methods() {
		if isForPrograms(method) || !takesThings(method) {
			continue
		}
		_, given := w.about(t, method, true)
		var arguments map[string]any
		if err := json.Unmarshal(argumentsFor(t, method, given), &arguments); err != nil {
			t.Fatal(err)
		}
		found = append(found, target{method, w.doorsTo(t, method), arguments})
	}
	return found
}

// takesThings reports whether a method has a parameter for things of a user, or for a page of their list.
func takesThings(method protoreflect.MethodDescriptor) bool {
	fields := method.Input().Fields()
	for i := range fields.Len() {
		name := string(fields.Get(i).Name())
		if known := thingsByField[name]; known.owned || known.names || name == pageToken && ruleOf(method).needsUser() {
			return true
		}
	}
	return false
}

const pageToken = "page_token"

// attacker is the other user, who knows the numbers of everything that the user owns.
type attacker struct {
	*world
	stock   map[string][]any
	targets []target
	random  *rand.Rand
	// grpc and http are the other user at the doors.
	grpc caller
	http []caller
}

func (a *attacker) try(t *testing.T) {
	t.Helper()
	aim := a.targets[a.random.IntN(len(a.targets))]
	door := aim.doors[0] // gRPC, which is the quickest
	if a.random.IntN(10) < 3 {
		door = aim.doors[a.random.IntN(len(aim.doors))]
	}
	arguments, theirs := a.arguments(aim, door)
	text, err := json.Marshal(arguments)
	if err != nil {
		t.Fatal(err)
	}
	c := a.grpc
	if !door.grpc {
		c = a.http[a.random.IntN(len(a.http))]
	}
	got := door.call(t, c, text)
	what := fmt.Sprintf("%s by %s as %s with %s", aim.method.FullName(), door.name, c.name, text)
	switch verdict := got.verdict(); {
	case bytes.Contains(got.body, []byte(canary)):
		t.Errorf("%s shows what is the user's: %.500s", what, got.body)
	case verdict == failed:
		t.Errorf("%s fails: %d %s %.300s", what, got.status, got.code, got.body)
	case theirs && verdict == letIn:
		t.Errorf("%s is let in: %d %.300s", what, got.status, got.body)
	}
}

// arguments returns arguments that name what is the user's, and whether something of it is all that could be found.
func (a *attacker) arguments(aim target, door door) (arguments map[string]any, theirs bool) {
	arguments = maps.Clone(aim.arguments)
	fields := aim.method.Input().Fields()
	for i := range fields.Len() {
		field := fields.Get(i)
		name := string(field.Name())
		known, stock := thingsByField[name], a.stock[name]
		switch {
		case known.names && !door.naming && a.random.IntN(2) == 0:
			delete(arguments, name)
		case known.names:
			theirs = true
		case len(stock) > 0 && a.random.IntN(8) > 0:
			arguments[name] = stock[a.random.IntN(len(stock))]
			theirs = theirs || known.owned
		case known.owned && field.Kind() == protoreflect.StringKind:
			arguments[name] = fmt.Sprint(a.random.Uint64())
		case known.owned:
			arguments[name] = 1 + a.random.Int32N(1<<20)
		}
	}
	if name := "message"; arguments[name] != nil {
		arguments[name] = a.sentence()
	}
	return arguments, theirs
}

// sentence asks the chat for the user's things.
func (a *attacker) sentence() string {
	number := a.stock["task_id"][a.random.IntN(len(a.stock["task_id"]))]
	asked := []string{"complete task %v", "delete task %v", "show task %v", "task %v ka title badlo", "show the tasks of user %[2]d"}
	return fmt.Sprintf(asked[a.random.IntN(len(asked))]+"%.0[2]d", number, a.user.id)
}
