package importing

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func edition(records ...string) string {
	return `{"metadata":{"name":"x"},"hadiths":[` + strings.Join(records, ",") + `]}`
}

func record(number, text string) string {
	return `{"hadithnumber":` + number + `,"text":"` + text + `","grades":[],"reference":{"book":1,"hadith":1}}`
}

// One number written in several ways is one hadith.
func TestNumbersJoinHoweverTheyAreWritten(t *testing.T) {
	store := fresh(t)
	report, err := run(t, store, Options{},
		file(t, "ara-x.json",
			"\ufeff"+edition(record("12.5", "أ"), record(`"13"`, "ب"), record("14", "ت"), record(`"15a"`, "ث"), record("16", "ج"))),
		file(t, "eng-x.json",
			edition(record(`"12.50"`, "a"), record("13.0", "b"), record(`"١٤"`, "c"), record(`" 15 A"`, "d"), record(`"016"`, "e"))))
	if err != nil {
		t.Fatal(err)
	}
	wantReport(t, report, "5 added, 5 changed, 0 unchanged, 0 empty, 0 broken")
	want(t, store,
		"12.5 book 1: أ|a|, ,  by ", "13 book 1: ب|b|, ,  by ", "14 book 1: ت|c|, ,  by ", "15a book 1: ث|d|, ,  by ", "16 book 1: ج|e|, ,  by ")
}

func TestBrokenRecordsAreNamedAndSkipped(t *testing.T) {
	huge := strings.Repeat("x", 5<<20)
	for name, c := range map[string]struct {
		text, report, problem string
	}{
		"a number that comes twice": {
			edition(record("1", "one"), record("1", "another one"), record("2", "two")),
			"2 added, 0 changed, 0 unchanged, 0 empty, 1 broken", "record 2: hadith 1 was already imported from record 1",
		},
		"a first line that is not JSON": {
			"oops\n" + record("1", "one") + "\n",
			"1 added, 0 changed, 0 unchanged, 0 empty, 1 broken", "line 1: ",
		},
		"a huge line": {
			record("1", "one") + "\n" + record("2", huge) + "\n" + record("3", "three"),
			"2 added, 0 changed, 0 unchanged, 0 empty, 1 broken", "line 2: the line is longer than 4 MiB",
		},
		"a huge last line": {
			record("1", "one") + "\n" + record("2", huge),
			"1 added, 0 changed, 0 unchanged, 0 empty, 1 broken", "line 2: the line is longer than 4 MiB",
		},
		"a text that no hadith has": {
			edition(record("1", "one"), record("2", strings.Repeat("x ", 30_000))),
			"1 added, 0 changed, 0 unchanged, 0 empty, 1 broken", "record 2: the text has 60000 characters; the limit is 40000",
		},
		"a grade that is not UTF-8": {
			edition(record("1", "one"), `{"hadithnumber":2,"text":"two","grades":[{"name":"`+"\xff"+`","grade":"Sahih"}]}`),
			"1 added, 0 changed, 0 unchanged, 0 empty, 1 broken", "record 2: a grade: the text is not UTF-8",
		},
		"empty texts": {
			edition(record("1", ""), record("2", " \\n "), record("3", "<br>"), record("4", "four")),
			"1 added, 0 changed, 0 unchanged, 3 empty, 0 broken", "",
		},
	} {
		t.Run(name, func(t *testing.T) {
			report, err := run(t, fresh(t), Options{}, file(t, "eng-x.json", c.text))
			if err != nil {
				t.Fatal(err)
			}
			wantReport(t, report, c.report)
			if all := strings.Join(report.Problems.First, "\n"); !strings.Contains(all, c.problem) {
				t.Errorf("problems: %s, want %q", all, c.problem)
			}
		})
	}
}

func TestFilesOfAnotherKindAreRefusedByName(t *testing.T) {
	line := record("1", "one")
	for name, c := range map[string]struct{ name, text, want string }{
		"empty":             {"eng-x.json", "", "the file is empty"},
		"only white space":  {"eng-x.json", "\n \n", "the file is empty"},
		"CSV":               {"eng-x.csv", "number,text\n1,one\n", "neither an edition"},
		"XML":               {"eng-x.xml", "<hadiths/>", "neither an edition"},
		"an array":          {"eng-x.json", "[" + line + "]", "neither an edition"},
		"no hadiths":        {"eng-x.json", edition(), "the file has no hadiths"},
		"other records":     {"eng-x.jsonl", "{\"a\": 1}\n{\"b\": 2}\n", "no record could be read: line 1: the record has no number"},
		"lines cut off":     {"eng-x.jsonl", line + "\n" + line[:30], "the file ends in the middle of line 2"},
		"a document cut":    {"eng-x.json", edition(line)[:60], "unexpected EOF"},
		"another language":  {"fra-x.json", edition(line), `"fra"`},
		"binary":            {"eng-x.json", "\x1f\x8b\x08\x00\x00", "neither an edition"},
		"a document of one": {"eng-x.json", `{"a": {"b": 1}}`, "no record could be read"},
	} {
		t.Run(name, func(t *testing.T) {
			store := fresh(t)
			path := file(t, c.name, c.text)
			_, err := run(t, store, Options{}, "ara-edition.json", path)
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), path) {
				t.Errorf("error = %v, want one that names the file with %q", err, c.want)
			}
			want(t, store)
		})
	}
}

// A whole book of hadith-json begins with its id, and may have many lines.
func TestADocumentIsKnownByItsMembers(t *testing.T) {
	const record = `{"id":7,"idInBook":7,"chapterId":1,"arabic":"نص","english":{"narrator":"Narrated Umar:","text":"Text"}}`
	for _, text := range []string{
		`{"id":1,"metadata":{"id":1},"chapters":[{"id":1}],"hadiths":[` + record + `]}`,
		"{\n \"id\": 1,\n \"hadiths\": [\n " + record + "\n ]\n}\n",
	} {
		store := fresh(t)
		if _, err := run(t, store, Options{}, file(t, "book.json", text)); err != nil {
			t.Fatal(err)
		}
		want(t, store, "1:7 book 1: نص|Text|, Umar,  by ")
	}
}
