package store

import (
	"encoding/json"
	"fmt"

	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
)

// columns are the columns of values and scan, in their order.
const columns = `id, collection, number, position, book, text_arabic, text_english, text_urdu, narrator, narrator_arabic,
	narrator_urdu, grade, graded_by, citations, topics`

const selectHadith = `SELECT h.id, h.collection, h.number, h.position, h.book, h.text_arabic, h.text_english, h.text_urdu,
	h.narrator, h.narrator_arabic, h.narrator_urdu, h.grade, h.graded_by, h.citations, h.topics, c.name
	FROM hadiths h JOIN collections c ON c.key = h.collection`

const insertHadith = `INSERT INTO hadiths (` + columns + `)
	VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`

const updateHadith = `UPDATE hadiths SET collection = $2, number = $3, position = $4, book = $5, text_arabic = $6,
	text_english = $7, text_urdu = $8, narrator = $9, narrator_arabic = $10, narrator_urdu = $11, grade = $12,
	graded_by = $13, citations = $14, topics = $15
	WHERE id = $1`

func values(h hadith.Hadith) ([]any, error) {
	citations, err := array(h.Citations)
	if err != nil {
		return nil, err
	}
	topics, err := array(h.Topics)
	if err != nil {
		return nil, err
	}
	return []any{
		h.ID, h.Collection, h.Number, h.Position, h.Book, h.TextArabic, h.TextEnglish, h.TextUrdu, h.Narrator,
		h.NarratorArabic, h.NarratorUrdu, h.Grade, h.GradedBy, citations, topics,
	}, nil
}

func array[T any](items []T) (string, error) {
	if len(items) == 0 {
		return "[]", nil
	}
	text, err := json.Marshal(items)
	if err != nil {
		return "", fmt.Errorf("write a list: %w", err)
	}
	return string(text), nil
}

// scan reads the columns of selectHadith from a *sql.Row or *sql.Rows.
func scan(row interface{ Scan(...any) error }) (hadith.Hadith, error) {
	var h hadith.Hadith
	var citations, topics string
	err := row.Scan(&h.ID, &h.Collection, &h.Number, &h.Position, &h.Book, &h.TextArabic, &h.TextEnglish,
		&h.TextUrdu, &h.Narrator, &h.NarratorArabic, &h.NarratorUrdu, &h.Grade, &h.GradedBy, &citations, &topics,
		&h.CollectionName)
	if err != nil {
		return hadith.Hadith{}, fmt.Errorf("read a hadith: %w", err)
	}
	if err := json.Unmarshal([]byte(citations), &h.Citations); err != nil {
		return hadith.Hadith{}, fmt.Errorf("read the citations of hadith %d: %w", h.ID, err)
	}
	if err := json.Unmarshal([]byte(topics), &h.Topics); err != nil {
		return hadith.Hadith{}, fmt.Errorf("read the topics of hadith %d: %w", h.ID, err)
	}
	return h, nil
}
