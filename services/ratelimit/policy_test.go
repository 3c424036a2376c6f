package ratelimit_test

import (
	"strings"
	"testing"

	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/ratelimit"
)

func TestWhatIsWrongWithAFileIsSaid(t *testing.T) {
	const rest = ", by: [caller], quota: 5, window: 60s"
	for text, want := range map[string]string{
		"":                                  "",
		"# nothing":                         "",
		"policies: [{name: a" + rest + "}]": "",
		"policies: [{name: a" + rest + ", burst: 1, access: write, callers: users, " +
			"operations: [" + toolnames.CreateTask + ", ChatService.Chat]}]": "",
		"requests: {quota: 5, window: 1s}":                                     "",
		"polices: []":                                                          "line 1: field polices not found",
		"policies: [{name: a" + rest + ", brust: 1}]":                          "line 1: field brust not found",
		"policies: [{name: a" + rest + "}, {name: a" + rest + "}]":             "policies[1] a: the name a is taken",
		"policies: [{name: requests" + rest + "}]":                             "the name requests is taken",
		"policies: [{name: A B" + rest + "}]":                                  "name: must be of a-z",
		"policies: [{name: a, by: [], quota: 5, window: 60s}]":                 "by: must be some of caller, address, operation",
		"policies: [{name: a, by: [tool], quota: 5, window: 60s}]":             `by: "tool" must be one of caller`,
		"policies: [{name: a, by: [caller, caller], quota: 5, window: 60s}]":   `by: "caller" must be one of`,
		"policies: [{name: a, by: [caller, everyone], quota: 5, window: 60s}]": "or only everyone",
		"policies: [{name: a, by: [caller], window: 60s}]":                     "quota: must be from 1 to 1000000",
		"policies: [{name: a, by: [caller], quota: 5}]":                        "window: must be a duration of whole seconds",
		"policies: [{name: a, by: [caller], quota: 5, window: 100ms}]":         "window: must be",
		"policies: [{name: a, by: [caller], quota: 5, window: 48h}]":           "window: must be",
		"policies: [{name: a" + rest + ", burst: 0}]":                          "burst: must be from 1 to the quota",
		"policies: [{name: a" + rest + ", burst: 6}]":                          "burst: must be from 1 to the quota",
		"policies: [{name: a" + rest + ", access: all}]":                       "access: must be read or write",
		"policies: [{name: a" + rest + ", callers: admins}]":                   "callers: must be users or anonymous",
		"policies: [{name: a" + rest + ", operations: ['add task']}]":          `operations: "add task" is not the name of a tool`,
		"requests: {quota: 5, window: 1s, by: [caller]}":                       "requests: has only quota, window and burst",
		"requests: {quota: 0, window: 1s}":                                     "requests: quota: must be",
		"policies: []\n---\npolicies: []":                                      "only one document",
		"policies: [":                                                          "line 1",
		"policies: [" + strings.Repeat("{name: a"+rest+"}, ", 17) + "]":        "there are 17, and may be at most 16",
	} {
		_, err := ratelimit.Parse([]byte(text))
		switch {
		case want == "" && err != nil, want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%q: %v, want %q", text, err, want)
		case err != nil && strings.Contains(err.Error(), "ratelimit."):
			t.Errorf("%q: the message tells of the program: %v", text, err)
		}
	}
	_, err := ratelimit.Parse([]byte("policies: [{name: a, by: [caller], quota: 0, window: x}, {name: b, by: [x], quota: 1, window: 1s}]"))
	for _, want := range []string{"policies[0] a: quota", "window", "policies[1] b: by"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not say %q", err, want)
		}
	}
}

// FuzzParse: whatever a file says, its policies are such that counting by them is defined.
func FuzzParse(f *testing.F) {
	f.Add(ratelimit.DefaultFile())
	f.Add([]byte("requests: {quota: 1000000, window: 1s}"))
	f.Add([]byte("policies: [{name: a, by: [everyone], quota: 1, window: 24h, burst: 1}]"))
	f.Fuzz(func(t *testing.T, text []byte) {
		policies, err := ratelimit.Parse(text)
		if err != nil {
			return
		}
		l := ratelimit.New(ratelimit.Options{Source: (*ratelimit.Fixed)(policies)})
		for range 3 {
			_ = l.Take(t.Context(), ratelimit.Call{Operation: toolnames.CreateTask, Write: true, UserID: 1})
		}
	})
}
