package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/salaatflow/platform/language/spelling"
)

// taskState is what has become of a person's tasks, by their numbers.
type taskState struct {
	Pending, Completed, Absent, Present []int
	Count                               *int // tasks that are not deleted
	Fields                              map[string]map[string]string
	DueBefore                           map[string]json.RawMessage `json:"due_before"` // a prayer, and minutes before it
}

// differs returns where a person's tasks differ from a state.
func (s *taskState) differs(t *testing.T, person *talk) string {
	t.Helper()
	if s == nil {
		return ""
	}
	answered := send(t, person.platform, "GET", "/api/v1/tasks?status=all&limit=200", "", as(person.user))
	var page []map[string]any
	if err := json.Unmarshal([]byte(answered.body), &page); err != nil || answered.status != http.StatusOK {
		t.Fatalf("%d %s", answered.status, answered.body)
	}
	tasks := map[int]map[string]any{}
	for _, task := range page {
		tasks[int(task["id"].(float64))] = task
	}
	has := func(number int) bool { return tasks[number] != nil }
	isDone := func(number int) bool { return has(number) && tasks[number]["completed"] == true }
	for state, wrong := range map[string]int{
		"pending":   slices.IndexFunc(s.Pending, func(n int) bool { return !has(n) || isDone(n) }),
		"completed": slices.IndexFunc(s.Completed, func(n int) bool { return !isDone(n) }),
		"deleted":   slices.IndexFunc(s.Absent, has),
		"there":     slices.IndexFunc(s.Present, func(n int) bool { return !has(n) }),
	} {
		if wrong >= 0 {
			return fmt.Sprintf("the %d. task that should be %s is not", wrong+1, state)
		}
	}
	if s.Count != nil && *s.Count != len(tasks) {
		return fmt.Sprintf("there are %d tasks, want %d", len(tasks), *s.Count)
	}
	for number, fields := range s.Fields {
		id, err := strconv.Atoi(number)
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range fields {
			if got, _ := tasks[id][stored(name)].(string); !sameField(name, want, got) {
				return fmt.Sprintf("the %s of task %d is %q, want %q", name, id, got, want)
			}
		}
	}
	return s.differsInDue(t, person, tasks)
}

func (s *taskState) differsInDue(t *testing.T, person *talk, tasks map[int]map[string]any) string {
	t.Helper()
	for number, before := range s.DueBefore {
		id, err := strconv.Atoi(number)
		var prayer string
		var minutes int
		if err != nil || json.Unmarshal(before, &[]any{&prayer, &minutes}) != nil {
			t.Fatalf("due before %s: %s", number, before)
		}
		want := nextBefore(t, person, prayer, time.Duration(minutes)*time.Minute)
		if got, _ := tasks[id]["due_datetime"].(string); !strings.HasPrefix(got, want) {
			return fmt.Sprintf("task %d is due at %q, want %q", id, got, want)
		}
	}
	return ""
}

// nextBefore returns the next time, from now on, that is so long before a prayer in Karachi, as a local time is written up to its minutes.
func nextBefore(t *testing.T, person *talk, prayer string, before time.Duration) string {
	t.Helper()
	for _, day := range []string{"2026-03-02", "2026-03-03"} { // now is the first of them, 10:00
		times := send(t, person.platform, "GET", "/api/v1/prayer-times?city=Karachi&date="+day, "")
		found := regexp.MustCompile(`(?i)"` + prayer + `":\s*"(\d\d:\d\d)`).FindStringSubmatch(times.body)
		if found == nil {
			t.Fatalf("no %s in %s", prayer, times.body)
		}
		at, err := time.Parse("15:04", found[1])
		if err != nil {
			t.Fatal(err)
		}
		if next := day + "T" + at.Add(-before).Format("15:04"); next > "2026-03-02T10:00" {
			return next
		}
	}
	t.Fatalf("%s is not tomorrow either", prayer)
	return ""
}

// stored returns the name of a field in the contract.
func stored(slot string) string {
	if slot == "due" {
		return "due_datetime"
	}
	return slot
}

// oblique is the ending of an infinitive, which titles may have in either form: parhna, parhne.
var oblique = regexp.MustCompile(`n[aei]$|ن[اےی]$`)

func sameField(name, want, got string) bool {
	if name == "due" {
		return strings.HasPrefix(got, want)
	}
	fold := func(text string) string {
		words := spelling.Words(text)
		for i, word := range words {
			words[i] = oblique.ReplaceAllString(word, "n")
		}
		return strings.Join(words, " ")
	}
	return fold(want) == fold(got)
}

// pointedAt replaces what a dialogue says of the last list ("$listed[2]") or of a task's number ("$2").
func pointedAt(arguments map[string]any, listed []any) map[string]any {
	made := map[string]any{}
	for name, value := range arguments {
		made[name] = value
		text, _ := value.(string)
		position := regexp.MustCompile(`^\$(listed)?\[?(\d+)`).FindStringSubmatch(text)
		if position == nil {
			continue
		}
		number, err := strconv.Atoi(position[2])
		switch {
		case err != nil:
		case position[1] == "":
			made[name] = float64(number)
		case number <= len(listed):
			of, _ := listed[number-1].(map[string]any)
			made[name] = of["name"]
			if name == "task_id" {
				made[name] = of["id"]
			}
		}
	}
	return made
}
