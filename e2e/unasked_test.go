package e2e

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/e2e/harness"
)

var unaskedFlag = flag.String("unasked", "testdata/unasked/*.jsonl", "the files of messages that ask for no change")

// remark is a message that asks for no change, typed in the middle of a conversation.
type remark struct {
	Context, Language, Text string
}

// beforeRemark is what comes before a remark: the tasks that there are, what the person says, and what the chat then asks for.
type beforeRemark struct {
	Tasks []map[string]any
	Say   map[string]string // by language
	Asks  string
}

// TestNothingIsWrittenUnasked types each message in its context, and holds that the person's tasks and profile are as they were.
func TestNothingIsWrittenUnasked(t *testing.T) {
	t.Parallel()
	platform := harness.Start(t, harness.Options{Clock: clockwork.NewFakeClockAt(dialogueTime)})
	contexts := readJSON[map[string]beforeRemark](t, "testdata/unasked/contexts.json")
	for _, file := range dialogueFiles(t, *unaskedFlag) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			for line, one := range readRemarks(t, file) {
				before, known := contexts[one.Context]
				if !known || before.Say[one.Language] == "" {
					t.Fatalf("line %d: no context %q in %q", line+1, one.Context, one.Language)
				}
				for _, language := range behind(one.Language, line) {
					if wrote := before.writes(t, platform, language, one.Text); wrote != "" {
						t.Errorf("line %d: %s in %s, %q: %s", line+1, one.Context, language, one.Text, wrote)
					}
				}
			}
		})
	}
}

// behind returns the languages in which what comes before a remark is said: its own, and one of the others in turn, since a person changes
// the script from one message to the next.
func behind(own string, line int) []string {
	others := slices.DeleteFunc([]string{"en", "ur", "ur-Latn"}, func(one string) bool { return one == own })
	return []string{own, others[line%2]}
}

func readRemarks(t *testing.T, file string) []remark {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var remarks []remark
	for lines := bufio.NewScanner(bytes.NewReader(content)); lines.Scan(); {
		var one remark
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			t.Fatalf("%s:%d: %v", file, len(remarks)+1, err)
		}
		remarks = append(remarks, one)
	}
	return remarks
}

// writes says what has changed by a remark, or nothing.
func (b beforeRemark) writes(t *testing.T, platform *harness.Platform, language, remark string) string {
	t.Helper()
	person := newTalk(platform)
	for _, task := range b.Tasks {
		setUp(t, platform, person.user, task)
	}
	first := person.say(t, b.Say[language])
	if asked := dereferenced(first.Asks); !first.Success || asked != b.Asks {
		t.Fatalf("%s: it asks for %q: %s", b.Say[language], asked, first.raw)
	}
	was := person.has(t)
	got := person.say(t, remark)
	if is := person.has(t); is != was {
		return fmt.Sprintf("%s\n\twas %s\n\tis  %s", got.Message, was, is)
	}
	return ""
}

func dereferenced(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// has returns the person's tasks and profile.
func (p *talk) has(t *testing.T) string {
	t.Helper()
	var all string
	for _, path := range []string{"/api/v1/tasks?status=all&limit=200", "/api/v1/users/me"} {
		answered := send(t, p.platform, http.MethodGet, path, "", as(p.user))
		if answered.status != http.StatusOK {
			t.Fatalf("%s: %+v", path, answered)
		}
		all += answered.body
	}
	return all
}
