package output

import (
	"encoding/json"
	"strings"
	"testing"
)

func format(t *testing.T, text string) Format {
	t.Helper()
	var f Format
	if err := f.UnmarshalText([]byte(text)); err != nil {
		t.Fatal(err)
	}
	return f
}

const result = `{"success":true,"data":{"tasks":[{"id":9007199254740993,"title":"قرآن پڑھنا","due":null,"tags":["a","b"],"at":{"x":1}},` +
	`{"id":2,"title":"a: \"b\"\n# c 😀","due":"yes","tags":[],"at":{}}],"count":2,"more":null}}`

// The same result in each form. Numbers, texts and the order of members are those of the gateway.
func TestForms(t *testing.T) {
	for form, want := range map[string]string{
		"jsonpath=$.data.tasks[*].id":                       "9007199254740993\n2\n",
		"jsonpath={.data.tasks[0].title}":                   "قرآن پڑھنا\n",
		"jsonpath=.data.tasks[?@.id == 2].due":              "yes\n",
		"jsonpath=$.data['more','count']":                   "null\n2\n",
		"jsonpath=$.nothing":                                "",
		`jsonpath=$.data.tasks[0]['at','tags']`:             "{\"x\":1}\n[\"a\",\"b\"]\n",
		`jsonpath=$.data.tasks[?match(@.due, "y.*")].title`: "a: \"b\"\n# c 😀\n",
		"yaml": `success: true
data:
  tasks:
    - id: 9007199254740993
      title: قرآن پڑھنا
      due: null
      tags:
        - a
        - b
      at:
        x: 1
    - id: 2
      title: "a: \"b\"\n# c \U0001F600"
      due: "yes"
      tags: []
      at: {}
  count: 2
  more: null
`,
	} {
		var out strings.Builder
		if err := format(t, form).Write(&out, json.RawMessage(result), nil); err != nil || out.String() != want {
			t.Errorf("%s:\n%s%v, want\n%s", form, out.String(), err, want)
		}
	}
	for _, wrong := range []string{"", "xml", "jsonpath", "jsonpath=", "jsonpath=$..[", "json=1", "yamlx"} {
		if err := new(Format).UnmarshalText([]byte(wrong)); err == nil {
			t.Errorf("%q is taken for a format", wrong)
		}
	}
}

// Urdu takes the columns that its letters take: vowel marks and joiners take none. What a terminal would obey is shown.
func TestTablesAlign(t *testing.T) {
	rows := Rows{{"TITLE", "PRAYER"}}
	rows.Add("قرآن پڑھنا", "Fajr")
	rows.Add("قُرْآن پڑھنا", "Asr")                        // the same with marks
	rows.Add("می\u200cخواہم", "Isha")                      // a joiner within a word
	rows.Add("a\x1b[2Jb", "\u202eisha")                    // commands to a terminal
	rows.Add("two\nlines", "")                             // a row is a line
	rows.Add("日本", "wide")                                 // two columns each
	rows.Add("صبر اور نماز سے مدد لو", "a row of letters") // longer than the others
	var out strings.Builder
	if err := rows.Write(&out); err != nil {
		t.Fatal(err)
	}
	const column = 24 // the width of the longest title, 22, and a gap
	for i, line := range strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n") {
		cut := strings.LastIndex(line, "  ")
		if got := width.StringWidth(line[:cut+2]); got != column {
			t.Errorf("line %d has its second column at %d, want %d: %q", i, got, column, line)
		}
		if strings.ContainsAny(line, "\x1b\u202e") {
			t.Errorf("line %d commands the terminal: %q", i, line)
		}
	}
}

// In a terminal that puts Urdu from right to left, a cell of Urdu leaves the cells beside it where they are.
func TestUrduKeepsItsDirectionToItself(t *testing.T) {
	rows := Rows{{"TITLE", "PRAYER"}, {"قرآن پڑھنا", "فجر"}, {"Surah Kahf پڑھنا", "Asr"}, {"read", "Isha"}}
	var out strings.Builder
	if err := rows.Write(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\u2068قرآن پڑھنا\u2069", "  \u2068فجر\u2069\n", "\u2068Surah Kahf پڑھنا\u2069  Asr\n", "\nread "} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in %q", want, out.String())
		}
	}
}

// What a tool answers is drawn without knowing the tool.
func TestDraw(t *testing.T) {
	for _, c := range []struct{ name, data, want string }{
		{"a list", `{"tasks":[{"id":1,"title":"a","due":null},{"id":20,"title":"b","due":null}],"count":2,"next_page_token":null}`, `
ID  TITLE
1   a
20  b
`},
		{"a list of more than were counted", `{"tasks":[{"id":1}],"count":1000,"next_page_token":"x","count_capped":true}`, `
count            1000+
next_page_token  x

ID
1
`},
		{"a whole list", `{"tasks":[{"id":1}],"count":1,"next_page_token":null,"count_capped":null}`, `
ID
1
`},
		{"one thing", `{"task":{"id":1,"title":"a","due":null}}`, `
id     1
title  a
due    -
`},
		{"things inside", `{"date":"2026-03-02","times":{"fajr":"05:38"},"tags":["x","y"]}`, `
date        2026-03-02
times.fajr  05:38
tags        x, y
`},
		{"nothing", `{"tasks":[],"count":0}`, `
tasks  -
count  0
`},
		{"a list beside other things", `{"area":"Clifton","masjids":[{"id":7}]}`, `
area  Clifton

ID
7
`},
	} {
		var out strings.Builder
		if err := Draw(&out, []byte(c.data)); err != nil || out.String() != strings.TrimPrefix(c.want, "\n") {
			t.Errorf("%s:\n%s%v, want %s", c.name, out.String(), err, c.want)
		}
	}
}

// At a terminal a long last column stays in its place, as long as there is room for it.
func TestTheLastColumnIsWrappedWithinATerminal(t *testing.T) {
	rows := Rows{
		{"PARAMETER", "DESCRIPTION"}, {"due", "When it is due, as an ISO 8601 date and time, or a date alone."},
		{"title", "فجر کے بعد قرآن پڑھنا، پھر ذکر کرنا"},
	}
	for columns, want := range map[int]string{
		44: `PARAMETER  DESCRIPTION
due        When it is due, as an ISO 8601
           date and time, or a date alone.
title      <فجر کے بعد قرآن پڑھنا، پھر ذکر>
           <کرنا>
`,
		40: `PARAMETER  DESCRIPTION
due        When it is due, as an ISO 8601 date and time, or a date alone.
title      <فجر کے بعد قرآن پڑھنا، پھر ذکر کرنا>
`,
	} {
		var out strings.Builder
		if err := rows.Within(&out, "", columns); err != nil {
			t.Fatal(err)
		}
		if got := strings.NewReplacer("\u2068", "<", "\u2069", ">").Replace(out.String()); got != want {
			t.Errorf("within %d columns:\n%swant\n%s", columns, got, want)
		}
	}
	if rows.Fits(40) || !rows.Fits(41) {
		t.Error("there is room for 30 columns behind 11, not for less")
	}
}
