package messages_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
)

var update = flag.Bool("update", false, "write testdata/replies.golden.md anew")

// samples returns a value for each placeholder of a message. testdata/samples.json has them in the order of the languages; one that
// is for a single message is called by its key, a dot and its name.
func samples(t *testing.T, key string, language detect.Language) messages.Args {
	t.Helper()
	raw, err := os.ReadFile("testdata/samples.json")
	if err != nil {
		t.Fatal(err)
	}
	var texts map[string][3]string
	if err := json.Unmarshal(raw, &texts); err != nil {
		t.Fatal(err)
	}
	args := messages.Args{}
	at := slices.Index(messages.Languages(), language)
	for name, said := range texts {
		_, own := texts[key+"."+name]
		if _, after, of := strings.Cut(name, key+"."); of {
			name = after
		} else if own {
			continue
		}
		args[name] = said[at]
	}
	for name, number := range map[string]int{"id": 3, "number": 7, "most": 10, "hour": 6, "day": 6, "year": 2026} {
		if _, given := args[name]; !given {
			args[name] = number
		}
	}
	return args
}

// Every message as people read it, for a native reader to go over.
func TestRepliesReadWell(t *testing.T) {
	catalogue, err := messages.New()
	if err != nil {
		t.Fatal(err)
	}
	var page strings.Builder
	page.WriteString("# What the chat says\n\nEvery message in English, Roman Urdu and Urdu, with sample values." +
		" Written by `go test ./internal/messages -update`.\n")
	english := read(t, detect.English)
	for _, key := range keysInOrder(t) {
		_, plural := english[key].(map[string]any)
		fmt.Fprintf(&page, "\n%s\n\n", key)
		for _, language := range messages.Languages() {
			args := samples(t, key, language)
			for _, name := range placeholders(t, key, english[key]) {
				if name = strings.Trim(name, "{}"); name != "plural" && name != "count" && args[name] == nil {
					t.Errorf("%s: testdata/samples.json has no %s", key, name)
				}
			}
			counts := []int{3}
			if plural {
				counts = []int{1, 3}
			}
			for _, count := range counts {
				args["count"] = count
				fmt.Fprintf(&page, "- %s\n", strings.TrimSpace(catalogue.In(language).Say(key, args)))
			}
			ways, _ := read(t, language)[key].([]any)
			for time := 1; time < len(ways); time++ {
				fmt.Fprintf(&page, "- %s\n", strings.TrimSpace(catalogue.In(language).SayTime(key, time, args)))
			}
		}
	}
	const golden = "testdata/replies.golden.md"
	if *update {
		if err := os.WriteFile(golden, []byte(page.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if page.String() != string(want) {
		t.Errorf("%s is not what the chat says now: -update writes it, and read it. It would be\n%s", golden, page.String())
	}
}

// keysInOrder returns the keys in the order of the English file.
func keysInOrder(t *testing.T) []string {
	t.Helper()
	file, err := os.Open("data/en.json")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	decoder := json.NewDecoder(file)
	if _, err := decoder.Token(); err != nil {
		t.Fatal(err)
	}
	var keys []string
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil {
			t.Fatal(err)
		}
		var text json.RawMessage
		if err := decoder.Decode(&text); err != nil {
			t.Fatal(err)
		}
		keys = append(keys, key.(string))
	}
	return keys
}
