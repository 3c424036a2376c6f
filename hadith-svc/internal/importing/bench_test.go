package importing

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/hadith-svc/internal/forty"
	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
	"github.com/salaatflow/platform/hadith-svc/internal/store"
	"github.com/salaatflow/platform/language/searchtext"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
)

// largeEditions writes an edition of made-up hadiths for each language, of the words of the Forty.
func largeEditions(b *testing.B, size int) []string {
	b.Helper()
	_, base, err := forty.Read()
	if err != nil {
		b.Fatal(err)
	}
	type record struct {
		Number int    `json:"hadithnumber"`
		Text   string `json:"text"`
	}
	random := rand.New(rand.NewPCG(1, 2))
	var paths []string
	for prefix, language := range map[string]searchtext.Language{
		"ara": searchtext.Arabic, "eng": searchtext.English, "urd": searchtext.Urdu,
	} {
		var words []string
		for _, h := range base {
			words = append(words, strings.Fields(h.Text(language))...)
		}
		records := make([]record, size)
		for i := range records {
			text := make([]string, 20+random.IntN(130))
			for w := range text {
				text[w] = words[random.IntN(len(words))]
			}
			records[i] = record{i + 1, fmt.Sprintf("%s %s%d", strings.Join(text, " "), prefix, i)}
		}
		data, err := json.Marshal(map[string]any{"metadata": map[string]any{"name": "Made up"}, "hadiths": records})
		if err != nil {
			b.Fatal(err)
		}
		path := filepath.Join(b.TempDir(), prefix+"-test.json")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			b.Fatal(err)
		}
		paths = append(paths, path)
	}
	return paths
}

// BenchmarkImport imports 7,000 hadiths in three languages, each a file of its own, into an empty library.
func BenchmarkImport(b *testing.B) {
	size := 7000
	if testing.Short() { // only to see that it runs
		size = 50
	}
	files := largeEditions(b, size)
	for _, engine := range []sqltest.Engine{sqltest.SQLite(), sqltest.Postgres()} {
		b.Run(string(engine.Kind()), func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				kept := store.New(engine.Open(b, store.Schema(engine.Kind())))
				b.StartTimer()
				report, err := Run(b.Context(), kept, clockwork.NewFakeClockAt(now), Options{
					Collection: hadith.Collection{Key: "c", Name: "C", Licence: "CC0"}, Files: files,
				})
				if err != nil || report.Added != size {
					b.Fatalf("%+v, %v", report, err)
				}
			}
		})
	}
}
