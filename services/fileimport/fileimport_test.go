package fileimport_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/salaatflow/platform/services/fileimport"
)

func read(text string) (records []string, remark string, err error) {
	err = fileimport.Document{
		Records: map[string]func(int, json.RawMessage) error{
			"elements": func(_ int, record json.RawMessage) error {
				records = append(records, string(record))
				return nil
			},
		},
		Texts: map[string]func(string) error{"remark": func(text string) error {
			remark = text
			return nil
		}},
	}.Read(strings.NewReader(text))
	return records, remark, err
}

func TestTheRecordsOfADocumentAreReadAndTheRestIsPassedOver(t *testing.T) {
	records, remark, err := read(`{"version": 0.6, "osm3s": {"remark": "not this", "elements": [[{}]]}, "elements": [{"id": 1}, 2, "x"],
		"more": [[], {"a": null}], "remark": "done"}`)
	if err != nil || strings.Join(records, ";") != `{"id": 1};2;"x"` || remark != "done" {
		t.Errorf("records %v, remark %q, %v", records, remark, err)
	}
	if records, _, err := read(`{"elements": []}`); err != nil || records != nil {
		t.Errorf("an empty array: %v, %v", records, err)
	}
}

func TestABrokenDocumentIsRefusedWithTheReason(t *testing.T) {
	for text, want := range map[string]string{
		``: "byte 0", `[]`: "no JSON object", `{"elements": [{"id": 1}`: "unexpected EOF", `{"elements": {}}`: `"elements" is not an array`,
		`{"a": 1}`: `no array "elements"`, `{"elements": [nonsense]}`: "byte 14", `{"a": [1, {"b": `: "unexpected EOF",
		`{"elements": []`: "unexpected EOF", `{"elements": [1 2]}`: "byte 16",
	} {
		if _, _, err := read(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func TestARecordThatNeverEndsIsGivenUp(t *testing.T) {
	endless := io.MultiReader(strings.NewReader(`{"elements": ["`), strings.NewReader(strings.Repeat("x", 40<<20)))
	err := fileimport.Document{Records: map[string]func(int, json.RawMessage) error{
		"elements": func(int, json.RawMessage) error { return nil },
	}}.Read(endless)
	if err == nil || !strings.Contains(err.Error(), "longer than 16777216 bytes") {
		t.Errorf("%v", err)
	}
}

func FuzzDocument(f *testing.F) {
	f.Add(`{"elements": [{"id": 1}], "remark": "x", "a": [[{}]]}`)
	f.Fuzz(func(t *testing.T, text string) {
		if _, _, err := read(text); err != nil {
			return
		}
		var whole map[string]json.RawMessage
		if err := json.NewDecoder(strings.NewReader(text)).Decode(&whole); err != nil {
			t.Fatalf("%q was read, though %v", text, err)
		}
	})
}

func TestAFileTellsItsProgressAndLosesItsMark(t *testing.T) {
	path := filepath.Join(t.TempDir(), "masjids.csv")
	if err := os.WriteFile(path, []byte("\ufeffa,b\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var read, size int64
	file, err := fileimport.Open(path, func(_ string, r, s int64) { read, size = r, s })
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	text, err := io.ReadAll(file)
	if err != nil || string(text) != "a,b\n" || read != 7 || size != 7 {
		t.Errorf("%q, %v, %d of %d", text, err, read, size)
	}
	if _, err := fileimport.Open(path+".not", nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
}

func TestTheBarSaysEachTenthOnce(t *testing.T) {
	var out bytes.Buffer
	bar := fileimport.NewBar(&out)
	for read := range int64(101) {
		bar.Show("/data/masjids.csv", read, 100)
	}
	bar.Show("/data/masjids.csv", 120, 100) // it grew meanwhile
	bar.Show("/data/empty.csv", 0, 0)
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 12 || lines[0] != "masjids.csv: 0 %" || lines[10] != "masjids.csv: 100 %" || lines[11] != "empty.csv: 0 %" {
		t.Errorf("%q", lines)
	}
}

// What a file says cannot move the cursor of the terminal that shows the report, or begin a line of its own.
func TestWhatAFileSaysIsShownInOneLine(t *testing.T) {
	var problems fileimport.Problems
	var out bytes.Buffer
	problems.Add("a\x1b[2J.csv", "line 1\r\n", errors.New("its religion is \x1b]0;x\x07\u202e\u2028"+strings.Repeat("a", 1000)))
	if err := problems.Print(&out); err != nil {
		t.Fatal(err)
	}
	line := strings.TrimSuffix(out.String(), "\n")
	if strings.ContainsAny(line, "\x1b\x07\r\n\u202e\u2028") || len([]rune(line)) > 500 || !strings.Contains(line, "its religion is") {
		t.Errorf("%q", line)
	}
}

func TestTheFirstProblemsAreNamedAndAllAreCounted(t *testing.T) {
	var problems fileimport.Problems
	var out bytes.Buffer
	if err := problems.Print(&out); err != nil || out.Len() > 0 {
		t.Errorf("no problems: %q, %v", out.String(), err)
	}
	for range 25 {
		problems.Add("a.csv", "line 7", errors.New("it has no name"))
	}
	if err := problems.Print(&out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 21 || lines[0] != "skipped: a.csv, line 7: it has no name" || lines[20] != "  … and 5 more" {
		t.Errorf("%q", lines)
	}
}
