package emergency

import (
	"strings"
	"testing"

	"github.com/salaatflow/platform/language/gazetteer"
)

// Every line is about a country that there is, and the numbers that nobody may get wrong are as they are.
func TestTheNumbers(t *testing.T) {
	d, err := New()
	if err != nil {
		t.Fatal(err)
	}
	places, err := gazetteer.New()
	if err != nil {
		t.Fatal(err)
	}
	for country := range d.of {
		if places.CountryName(country) == "" {
			t.Errorf("there is no country %s", country)
		}
	}
	for country, want := range map[string]Numbers{
		"PK": {"PK", "", "15", "1122", ""}, "US": {"US", "911", "", "", "988"}, "CA": {"CA", "911", "", "", "988"},
		"GB": {"GB", "999", "", "", "116 123"}, "AE": {"AE", "", "999", "998", ""}, "IN": {"IN", "112", "", "", "14416"},
		"AU": {"AU", "000", "", "", "13 11 14"}, "DE": {"DE", "112", "", "", ""}, "SA": {"SA", "", "999", "997", ""},
		"": {"PK", "", "15", "1122", ""}, "ZZ": {"PK", "", "15", "1122", ""},
	} {
		if got := d.In(country); got != want {
			t.Errorf("in %q one dials %+v, want %+v", country, got, want)
		}
	}
}

func TestALineThatIsWrongIsRefused(t *testing.T) {
	const first = "country,emergency,police,ambulance,helpline,source\n"
	const home = "PK,,15,1122,,https://a.pk\n"
	for lines, want := range map[string]string{
		"country,emergency\n": "first line",
		first:                 "no line for PK",
		first + home + "Uk,999,,,,https://a.uk\n":          "line 3: \"Uk\" is no country's code",
		first + home + home:                                "second line",
		first + home + "GB,nine,,,,https://a.uk\n":         "can be dialled",
		first + home + "GB,,999,,,https://a.uk\n":          "either one number",
		first + home + "GB,999,999,999,,https://a.uk\n":    "either one number",
		first + home + "GB,999,,,,\n":                      "where the numbers are from",
		first + home + "GB,999,,,,http://a.uk\n":           "no https address",
		first + home + "GB,999,,,,https://a.uk,too much\n": "wrong number of fields",
	} {
		if _, err := read(strings.NewReader(lines)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is refused with %v, want %q", lines, err, want)
		}
	}
}
