package api

import (
	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
	hadithv1 "github.com/salaatflow/platform/proto/salaatflow/hadith/v1"
)

// message converts a hadith to its API message.
func message(h hadith.Hadith) *hadithv1.Hadith {
	m := &hadithv1.Hadith{
		Id:             h.ID,
		TextArabic:     unlessZero(h.TextArabic),
		TextEnglish:    unlessZero(h.TextEnglish),
		TextUrdu:       unlessZero(h.TextUrdu),
		Narrator:       unlessZero(h.Narrator),
		NarratorArabic: unlessZero(h.NarratorArabic),
		NarratorUrdu:   unlessZero(h.NarratorUrdu),
		Source:         h.Source(),
		Reference:      h.Reference(),
		Grade:          unlessZero(h.Grade),
		GradedBy:       unlessZero(h.GradedBy),
		Collection:     h.Collection,
		Number:         h.Number,
		Book:           unlessZero(h.Book),
		Topics:         h.Topics,
	}
	for _, c := range h.Citations {
		m.Citations = append(m.Citations, &hadithv1.Citation{
			Collection: c.Collection,
			Number:     unlessZero(c.Number),
			Numbering:  unlessZero(c.Numbering),
			Note:       unlessZero(c.Note),
		})
	}
	return m
}

// dated converts the hadith of a day to its API message.
func dated(h hadith.Hadith, day hadith.Day) *hadithv1.Hadith {
	m := message(h)
	m.Date = unlessZero(day.String())
	return m
}

// unlessZero returns nil, which is null in JSON, for the zero value.
func unlessZero[T comparable](value T) *T {
	var zero T
	if value == zero {
		return nil
	}
	return &value
}
