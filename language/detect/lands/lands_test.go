package lands

import (
	"testing"

	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/gazetteer"
)

func TestACountryIsFoundAsPeopleNameIt(t *testing.T) {
	g, err := gazetteer.New()
	if err != nil {
		t.Fatal(err)
	}
	l, err := New(g)
	if err != nil {
		t.Fatal(err)
	}
	for typed, want := range map[string]string{
		"hijri date in Saudi Arabia today":      "SA",
		"aaj Saudi mein islami tareekh kya hai": "SA",
		"saudia mein eid kab hai":               "SA",
		"islamic date in Türkiye":               "TR",
		"when does ramadan start in the UAE":    "AE",
		"eid in South Africa":                   "ZA",
		"امریکا میں عید کب ہے":                  "US",
		"ناروے میں رمضان کب ہے":                 "NO",
		"شام میں عید کب ہے":                     "SY",
		"شام کو عید کی تاریخ بتائیں":            "",
		"islami maali saal":                     "",
		"what is the islamic date":              "",
		"turkey for eid":                        "",
	} {
		if got := l.In(text.Parse(typed).Tokens); got != want {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
}
