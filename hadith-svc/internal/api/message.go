package api

import (
	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
	hadithv1 "github.com/salaatflow/platform/proto/salaatflow/hadith/v1"
)

// message is a hadith as callers hear of it.
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

// dated is a hadith as that of a day.
func dated(h hadith.Hadith, day hadith.Day) *hadithv1.Hadith {
	m := message(h)
	m.Date = unlessZero(day.String())
	return m
}

// unlessZero is nil, which is null in JSON, for what is empty or 0.
func unlessZero[T comparable](value T) *T {
	var zero T
	if value == zero {
		return nil
	}
	return &value
}
