package e2e

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/language/detect/dialogueact"
	"github.com/salaatflow/platform/language/detect/evaluation"
)

var (
	actsFlag  = flag.String("acts", "", "a folder of dialogue acts, to write to -figures-to what the chat does where they stand")
	actMisses = flag.Bool("act-misses", false, "write each message that is not answered as it is labelled, too")
)

// standsBehind is what the person says so that a message stands behind what it is labelled with; %s is the task that is spoken of, which is
// there where it is not made. What is asked for then is asks.
var standsBehind = map[evaluation.Before]struct {
	tasks int
	say   []string
	asks  string
}{
	"made":           {say: []string{`add a task called "%s"`}},
	"changed":        {tasks: 1, say: []string{"make task 1 high priority"}},
	"done":           {tasks: 1, say: []string{"mark task 1 as done"}},
	"deleted":        {tasks: 1, say: []string{"delete task 1"}},
	"listed":         {tasks: 3, say: []string{"show my tasks"}},
	"told":           {tasks: 1, say: []string{"when is asr"}},
	"said":           {tasks: 1, say: []string{"how are you"}},
	"ask_title":      {tasks: 1, say: []string{"add a task"}, asks: "title"},
	"ask_which":      {tasks: 3, say: []string{"mark a task as done"}, asks: "task_id"},
	"ask_change":     {tasks: 1, say: []string{"change task 1"}, asks: "changes"},
	"confirm_delete": {tasks: 1, say: []string{"delete all my tasks"}, asks: "confirm"},
	"confirm_new":    {say: []string{"add a task", "sir mein dard"}, asks: "confirm"},
	"confirm_done":   {tasks: 1, say: []string{"show my tasks", "maybe task 1 is done"}, asks: "confirm"},
}

// others are the tasks that are there beside the one that is spoken of.
var others = []string{"polish the brass lamp", "renew the library card"}

// outcome is what a message did.
type outcome string

const (
	didNothing   outcome = "nothing"
	didAdd       outcome = "a task more"
	didChange    outcome = "a change"
	didFinish    outcome = "a task done"
	didDelete    outcome = "a task less"
	didTakeBack  outcome = "as before"
	asksOfChange outcome = "asks"
)

// acceptable are the outcomes that fit what a message is labelled to do.
var acceptable = map[dialogueact.Kind][]outcome{
	dialogueact.Gives:     {didAdd, didChange, didFinish, asksOfChange},
	dialogueact.Agrees:    {didAdd, didChange, didFinish, didDelete, asksOfChange},
	dialogueact.TakesBack: {didTakeBack, asksOfChange},
	dialogueact.Finished:  {didFinish, asksOfChange},
	dialogueact.Instead:   {didTakeBack, asksOfChange, didNothing}, // the other task is not there
}

// fits reports whether a message did what it is labelled to do. What is an order by itself is held by other tests.
func fits(act evaluation.Continued, did outcome) bool {
	asked := standsBehind[act.Before].asks
	agreesToNothing := act.Step == dialogueact.Agrees && asked != "confirm"
	takesNothingBack := act.Step == dialogueact.TakesBack && asked != ""
	switch want, writes := acceptable[act.Step]; {
	case act.Step == dialogueact.Order:
		return true
	case !writes, agreesToNothing, takesNothingBack:
		return did == didNothing || did == asksOfChange
	default:
		return slices.Contains(want, did)
	}
}

// actScore is what the chat did with messages.
type actScore struct{ all, fits, wrote int }

func (s *actScore) count(fits bool, did outcome) {
	s.all++
	switch {
	case fits:
		s.fits++
	case did != didNothing && did != asksOfChange:
		s.wrote++
	}
}

// leastReached is how many of the messages that were learned from can be typed at least.
const leastReached = 900

// How much of the messages that were learned from must be done as labelled, and may change something else, in a hundred.
const (
	leastFitting  = 95
	mostOtherwise = 0.6
)

// TestActs types messages behind what they stand behind, and holds that the chat does what they are labelled to do; with -acts it writes
// how often it does. Every fourth stands for all of them.
func TestActs(t *testing.T) {
	t.Parallel()
	platform := harness.Start(t, harness.Options{Clock: clockwork.NewFakeClockAt(dialogueTime)})
	folder, every := *actsFlag, 1
	if folder == "" {
		folder, every = "dialogueacts", 4
	}
	acts, err := evaluation.ReadContinued(os.DirFS("../language/detect/testdata"), folder)
	if err != nil {
		t.Fatal(err)
	}
	out, err := os.OpenFile(*figuresTo, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	scores, all := map[dialogueact.Kind]*actScore{}, &actScore{}
	for i, act := range acts {
		if i%every != 0 {
			continue
		}
		did, said, reached := whatIsDone(t, platform, act)
		if !reached {
			continue
		}
		if scores[act.Step] == nil {
			scores[act.Step] = &actScore{}
		}
		ok := fits(act, did)
		scores[act.Step].count(ok, did)
		all.count(ok, did)
		if !ok && *actMisses {
			fmt.Fprintf(out, "%s, %s: %s: %q [%s]: %q\n", act.Before, act.Step, did, act.Text, act.Task, said)
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(scores)) {
		s := scores[kind]
		fmt.Fprintf(out, "| %s | %d of %d | %d |\n", kind, s.fits, s.all, s.wrote)
	}
	fmt.Fprintf(out, "| all | %d of %d | %d |\n", all.fits, all.all, all.wrote)
	if every > 1 && all.all < leastReached {
		t.Errorf("only %d messages stood behind what they are labelled with", all.all)
	}
	if 100*all.fits < leastFitting*all.all || float64(100*all.wrote) > mostOtherwise*float64(all.all) {
		t.Errorf("%d of %d messages are done as labelled, and %d change something else", all.fits, all.all, all.wrote)
	}
}

// whatIsDone says what comes before a message, then the message, and returns what it did.
func whatIsDone(t *testing.T, platform *harness.Platform, act evaluation.Continued) (did outcome, said string, reached bool) {
	t.Helper()
	before, known := standsBehind[act.Before]
	if !known {
		return "", "", false
	}
	person := newTalk(platform)
	task := strings.ReplaceAll(act.Task, `"`, "")
	for i := range before.tasks {
		title := act.Task
		if i > 0 || title == "" {
			title = others[i%2]
		}
		setUp(t, platform, person.user, map[string]any{"title": title})
	}
	first := person.tasks(t)
	asks := ""
	for _, line := range before.say {
		if strings.Contains(line, "%s") {
			line = fmt.Sprintf(line, task)
		}
		asks = dereferenced(person.say(t, line).Asks)
	}
	if asks != before.asks {
		return "", "", false
	}
	was := person.tasks(t)
	if act.Before == "made" && len(was) != 1 {
		return "", "", false
	}
	got := person.say(t, act.Text)
	is := person.tasks(t)
	did = compare(first, was, is)
	if did == didNothing && got.Asks != nil && !slices.Contains([]string{"title"}, *got.Asks) {
		did = asksOfChange
	}
	return did, got.Message, true
}

type taskNow struct {
	ID        int32
	Title     string
	Completed bool
	Rest      string
}

func (p *talk) tasks(t *testing.T) (all []taskNow) {
	t.Helper()
	answered := send(t, p.platform, http.MethodGet, "/api/v1/tasks?status=all&limit=200", "", as(p.user))
	var page []json.RawMessage
	if err := json.Unmarshal([]byte(answered.body), &page); err != nil {
		t.Fatal(err)
	}
	for _, raw := range page {
		var one struct {
			ID        int32
			Title     string
			Completed bool
			Priority  string
			Due       *string `json:"due_datetime"`
			Prayer    *string `json:"linked_prayer"`
			Repeats   *string `json:"recurrence"`
			Category  *string
		}
		if err := json.Unmarshal(raw, &one); err != nil {
			t.Fatal(err)
		}
		all = append(all, taskNow{one.ID, one.Title, one.Completed, fmt.Sprint(one.Priority, dereferenced(one.Due), dereferenced(one.Prayer),
			dereferenced(one.Repeats), dereferenced(one.Category))})
	}
	slices.SortFunc(all, func(a, b taskNow) int { return int(a.ID - b.ID) })
	return all
}

func compare(first, was, is []taskNow) outcome {
	done := func(all []taskNow) (n int) {
		for _, one := range all {
			if one.Completed {
				n++
			}
		}
		return n
	}
	switch {
	case slices.Equal(was, is):
		return didNothing
	case slices.Equal(first, is):
		return didTakeBack
	case len(is) > len(was):
		return didAdd
	case len(is) < len(was):
		return didDelete
	case done(is) > done(was):
		return didFinish
	default:
		return didChange
	}
}
