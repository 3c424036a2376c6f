package hadith

// With returns h with everything that another record of the same hadith says.
func (h Hadith) With(other Hadith) Hadith {
	merged := h
	for _, field := range []struct {
		to   *string
		from string
	}{
		{&merged.TextArabic, other.TextArabic}, {&merged.TextEnglish, other.TextEnglish}, {&merged.TextUrdu, other.TextUrdu},
		{&merged.Narrator, other.Narrator}, {&merged.NarratorArabic, other.NarratorArabic},
		{&merged.NarratorUrdu, other.NarratorUrdu},
	} {
		if field.from != "" {
			*field.to = field.from
		}
	}
	if other.Grade != "" {
		merged.Grade, merged.GradedBy = other.Grade, other.GradedBy
	}
	if other.Book != 0 {
		merged.Book = other.Book
	}
	if len(other.Citations) > 0 {
		merged.Citations = other.Citations
	}
	if len(other.Topics) > 0 {
		merged.Topics = other.Topics
	}
	return merged
}
