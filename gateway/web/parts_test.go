package web

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/salaatflow/platform/proto/toolnames"

	"github.com/salaatflow/platform/gateway/web/internal/reference"
	"github.com/salaatflow/platform/gateway/web/internal/words"
)

// The chat's questions can be answered with a touch, in the language of the conversation.
func TestQuestionsHaveReplies(t *testing.T) {
	languages, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		said answered
		want []string
		date bool
	}{
		{"yes or no", answered{Success: true, Language: "ur-Latn", Asks: "confirm"}, []string{"haan", "nahi"}, false},
		{"yes or no in Urdu", answered{Success: true, Language: "ur", Asks: "confirm"}, []string{"ہاں", "نہیں"}, false},
		{"which of two", answered{Success: true, Language: "ur-Latn", Asks: "task_id",
			Message: "3. Quran parhne (Fajr ke saath)\n2. bijli ka bill\nKaun sa task delete karun?"}, []string{"3", "2"}, false},
		{"which of two in Urdu", answered{Success: true, Language: "ur", Asks: "task_id",
			Message: "۳. الف\n۲. ب\nکون سا؟"}, []string{"۳", "۲"}, false},
		{"a title", answered{Success: true, Language: "en", Asks: "title", Message: "What should the task be called?"}, nil, false},
		{"undo", answered{Success: true, Language: "en", Tool: toolnames.DeleteTask}, []string{"undo"}, false},
		{"nothing failed to undo", answered{Language: "en", Tool: toolnames.DeleteTask}, nil, false},
		{"a date", answered{Success: true, Language: "en", Asks: "date"}, []string{"today", "tomorrow"}, true},
		{"what to change", answered{Success: true, Language: "en", Asks: "changes"}, []string{"tomorrow", "high priority"}, true},
	} {
		var got []string
		offered, date := replies(languages[c.said.Language], &c.said)
		for _, one := range offered {
			got = append(got, one.Message)
		}
		if !slices.Equal(got, c.want) || date != c.date {
			t.Errorf("%s: %q and a date %t, want %q and %t", c.name, got, date, c.want, c.date)
		}
	}
}

func TestAnswersAreDrawn(t *testing.T) {
	draw := func(tool, data string) *card {
		return cardOf(&answered{Success: true, Tool: tool, Data: json.RawMessage(data)})
	}
	if drawn := draw(toolnames.CreateTask, `{"task":{"id":3,"title":"x","linked_prayer":null}}`); drawn == nil || drawn.Tasks[0].ID != 3 {
		t.Errorf("a task: %+v", drawn)
	}
	if drawn := draw(toolnames.GetDailyHadith, `{"hadith":{"id":1,"text_arabic":"x"}}`); drawn == nil || drawn.Hadith == nil {
		t.Errorf("a hadith: %+v", drawn)
	}
	if drawn := draw(toolnames.ListTasks, `{"tasks":[],"count":0}`); drawn != nil {
		t.Errorf("no tasks: %+v", drawn)
	}
	want := []row{{"day of week", "3"}, {"sub goals", `["a"]`}}
	if drawn := draw("somebodys_tool", `{"sub_goals":["a"],"day_of_week":3,"nothing":null}`); drawn == nil || !slices.Equal(drawn.Rows, want) {
		t.Errorf("another service's tool: %+v", drawn)
	}
}

func TestAFormIsMadeOfTheSchema(t *testing.T) {
	drawn := parametersOf(json.RawMessage(`{"type":"object","required":["b"],"properties":{
		"a":{"type":["integer","null"],"minimum":1,"default":5},"b":{"type":"string","enum":["x","y"]},
		"c":{"type":"array","items":{"type":"string"}}}}`))
	if len(drawn) != 3 || drawn[0].Name != "b" || !drawn[0].Required || !slices.Equal(drawn[0].Values, []string{"x", "y"}) ||
		drawn[1].Type != "integer" || drawn[1].Default != "5" || drawn[1].List || drawn[2].Type != "string" || !drawn[2].List ||
		!slices.Equal(drawn[1].Limits, []reference.Limit{{Kind: "value", Value: "≥ 1"}, {Kind: "default", Value: "5"}}) {
		t.Fatalf("%+v", drawn)
	}
	for _, c := range []struct {
		of   parameter
		text string
		want string
	}{
		{drawn[0], "7", `"7"`}, {drawn[1], "7", `7`}, {drawn[1], "seven", `"seven"`}, {drawn[2], `["p"]`, `["p"]`},
	} {
		if got, err := json.Marshal(c.of.value(c.text)); err != nil || string(got) != c.want {
			t.Errorf("%q as %s is %s, %v", c.text, c.of.Type, got, err)
		}
	}
}
