package importing

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
	"github.com/salaatflow/platform/hadith-svc/internal/store"
	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
)

var now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func fresh(t *testing.T) hadith.Store {
	t.Helper()
	return store.New(sqltest.SQLite().Open(t, store.Schema(sqlstore.SQLite)))
}

func run(t *testing.T, store hadith.Store, options Options, files ...string) (Report, error) {
	t.Helper()
	options.Collection = hadith.Collection{Key: "c", Name: "C", Licence: "CC0"}
	for _, file := range files {
		if !filepath.IsAbs(file) {
			file = "testdata/" + file
		}
		options.Files = append(options.Files, file)
	}
	return Run(t.Context(), store, clockwork.NewFakeClockAt(now), options)
}

func want(t *testing.T, store hadith.Store, want ...string) {
	t.Helper()
	page, err := store.List(t.Context(), hadith.ListQuery{Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, h := range page.Hadiths {
		got = append(got, fmt.Sprintf("%s book %d: %s|%s|%s, %s, %s by %s", h.Number, h.Book, h.TextArabic, h.TextEnglish,
			h.TextUrdu, h.Narrator, h.Grade, h.GradedBy))
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func wantReport(t *testing.T, got Report, want string) {
	t.Helper()
	text := fmt.Sprintf("%d added, %d changed, %d unchanged, %d empty, %d broken", got.Added, got.Changed, got.Unchanged,
		got.Empty, got.Problems.Count)
	if text != want {
		t.Errorf("report: %s, want %s\n%s", text, want, strings.Join(got.Problems.First, "\n"))
	}
}

var editions = []string{
	"1 book 1: إِنَّمَا الْأَعْمَالُ بِالنِّيَّاتِ||اعمال نیتوں سے ہیں, ,  by ",
	"2.5 book 1: الدين النصيحة||, , Sahih by Al-Albani; Zubair Ali Zai: Hasan",
	"5 book 2: لا ضرر||نقصان نہیں, ,  by ",
}

func TestEditionsAreJoinedByNumber(t *testing.T) {
	store := fresh(t)
	report, err := run(t, store, Options{}, "ara-edition.json", "urd-edition.json")
	if err != nil {
		t.Fatal(err)
	}
	wantReport(t, report, "3 added, 2 changed, 0 unchanged, 1 empty, 1 broken")
	if report.Problems.Count != 1 || !strings.HasPrefix(report.Problems.First[0], "ara-edition.json, record 4: ") {
		t.Errorf("problems = %q, want record 4 of the first file", report.Problems.First)
	}
	want(t, store, editions...)
	report, err = run(t, store, Options{}, "urd-edition.json", "ara-edition.json")
	if err != nil {
		t.Fatal(err)
	}
	wantReport(t, report, "0 added, 0 changed, 5 unchanged, 1 empty, 1 broken")
	want(t, store, editions...)
}

func TestChaptersHaveTheirOwnNumbers(t *testing.T) {
	store := fresh(t)
	report, err := run(t, store, Options{Grade: "sahih", GradedBy: "its compiler"}, "chapter.json")
	if err != nil {
		t.Fatal(err)
	}
	wantReport(t, report, "2 added, 0 changed, 0 unchanged, 0 empty, 0 broken")
	want(t, store,
		"2:1 book 2: حدثنا|Deeds|, Umar, sahih by its compiler",
		"2:2 book 2: أخبرنا||, , sahih by its compiler")
}

func TestLinesOfAGuessedLanguage(t *testing.T) {
	store := fresh(t)
	report, err := run(t, store, Options{}, "lines.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	wantReport(t, report, "2 added, 0 changed, 0 unchanged, 0 empty, 3 broken")
	want(t, store, "1 book 4: ||دین خیر خواہی ہے, ,  by ", "3 book 4: ||نماز قائم کرو, ,  by ")
}

func TestADryRunReportsAndChangesNothing(t *testing.T) {
	store := fresh(t)
	report, err := run(t, store, Options{DryRun: true}, "ara-edition.json")
	if err != nil {
		t.Fatal(err)
	}
	wantReport(t, report, "3 added, 0 changed, 0 unchanged, 1 empty, 1 broken")
	want(t, store)
	if all, err := store.Collections(t.Context()); err != nil || len(all) != 0 {
		t.Errorf("collections = %v, %v, want none", all, err)
	}
}

func TestABrokenFileChangesNothing(t *testing.T) {
	whole, err := os.ReadFile("testdata/ara-edition.json")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"cut":       string(whole[:len(whole)-40]),
		"no array":  `{"hadiths": {}}`,
		"no hadith": `{"metadata": {}}`,
		"no JSON":   "Umar said",
	} {
		t.Run(name, func(t *testing.T) {
			store := fresh(t)
			file := filepath.Join(t.TempDir(), "ara-broken.json")
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := run(t, store, Options{}, "urd-edition.json", file); err == nil || !strings.Contains(err.Error(), "ara-broken.json") {
				t.Errorf("error = %v, want one that names the file", err)
			}
			want(t, store)
		})
	}
}

func TestProgressReachesTheEndOfEachFile(t *testing.T) {
	last := map[string]bool{}
	options := Options{Progress: func(file string, read, size int64) { last[filepath.Base(file)] = read == size }}
	if _, err := run(t, fresh(t), options, "ara-edition.json", "lines.jsonl"); err != nil {
		t.Fatal(err)
	}
	if !last["ara-edition.json"] || !last["lines.jsonl"] {
		t.Errorf("ended at %v, want the end of both", last)
	}
}
