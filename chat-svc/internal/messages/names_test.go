package messages_test

import (
	"encoding/csv"
	"os"
	"regexp"
	"testing"

	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/gazetteer"
)

// Who asks in Urdu is told in Urdu by whom times are reckoned and in which country: of no method and no country is there only an
// English name.
func TestMethodsAndCountriesAreNamedInUrdu(t *testing.T) {
	catalogue, err := messages.New()
	if err != nil {
		t.Fatal(err)
	}
	book, latin := catalogue.In(detect.Urdu), regexp.MustCompile(`[A-Za-z]`)
	file, err := os.Open("../../../masjid-svc/prayertime/data/methods.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	methods := csv.NewReader(file)
	methods.Comment = '#'
	rows, err := methods.ReadAll()
	if err != nil || len(rows) < 40 {
		t.Fatal(len(rows), err)
	}
	for _, row := range rows[1:] {
		if said := book.Name(row[1]); latin.MatchString(said) {
			t.Errorf("the method %s is %q", row[0], said)
		}
	}
	places, err := gazetteer.New()
	if err != nil {
		t.Fatal(err)
	}
	countries := places.CountriesCalled()
	if len(countries) < 200 {
		t.Fatalf("only %d countries are known", len(countries))
	}
	for code := range countries {
		if said := book.Country(code, places.CountryName(code)); latin.MatchString(said) {
			t.Errorf("the country %s is %q", code, said)
		}
	}
}
