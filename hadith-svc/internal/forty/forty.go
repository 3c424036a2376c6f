// Package forty holds the Forty of al-Nawawi, 42 hadiths, with which a library begins. docs/hadith.md describes how the
// Arabic was verified. The translations are the project's own.
package forty

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
)

// Key is the key of the collection.
const Key = "nawawi40"

// packed is forty.json as `make generate` compresses it, since programs carry it.
//
//go:embed forty.json.gz
var packed []byte

// entry is a hadith in forty.json, with empty texts for null.
type entry struct {
	Number      string `json:"number"`
	TextArabic  string `json:"text_arabic"`
	Attribution string `json:"attribution_arabic"` // what al-Nawawi says after the text about where it stands
	TextEnglish string `json:"text_english"`
	TextUrdu    string `json:"text_urdu"`

	Narrator       string `json:"narrator"`
	NarratorArabic string `json:"narrator_arabic"`
	NarratorUrdu   string `json:"narrator_urdu"`

	Grade     string            `json:"grade"`
	GradedBy  string            `json:"graded_by"`
	Citations []hadith.Citation `json:"citations"`
	Topics    []string          `json:"topics"`
}

type document struct {
	Collection struct {
		Key        string `json:"key"`
		Name       string `json:"name"`
		NameArabic string `json:"name_arabic"`
		NameUrdu   string `json:"name_urdu"`
		Numbering  string `json:"numbering"`
		Licence    string `json:"licence"`
	} `json:"collection"`
	Hadiths []entry `json:"hadiths"`
}

func read() (document, error) {
	var d document
	text, err := gzip.NewReader(bytes.NewReader(packed))
	if err == nil {
		err = json.NewDecoder(text).Decode(&d)
	}
	if err != nil {
		return document{}, fmt.Errorf("read forty.json.gz: %w", err)
	}
	return d, nil
}

// Read returns the collection and its hadiths, without ids.
func Read() (hadith.Collection, []hadith.Hadith, error) {
	d, err := read()
	if err != nil {
		return hadith.Collection{}, nil, err
	}
	hadiths := make([]hadith.Hadith, len(d.Hadiths))
	for i, e := range d.Hadiths {
		number, err := strconv.ParseInt(e.Number, 10, 32)
		if err != nil {
			return hadith.Collection{}, nil, fmt.Errorf("read forty.json: number %q: %w", e.Number, err)
		}
		hadiths[i] = hadith.Hadith{
			Number: e.Number, Position: number * hadith.PositionScale,
			TextArabic: e.TextArabic, TextEnglish: e.TextEnglish, TextUrdu: e.TextUrdu,
			Narrator: e.Narrator, NarratorArabic: e.NarratorArabic, NarratorUrdu: e.NarratorUrdu,
			Grade: e.Grade, GradedBy: e.GradedBy, Citations: e.Citations, Topics: e.Topics,
		}
	}
	c := d.Collection
	return hadith.Collection{
		Key: c.Key, Name: c.Name, NameArabic: c.NameArabic, NameUrdu: c.NameUrdu, Numbering: c.Numbering, Licence: c.Licence,
	}, hadiths, nil
}
