package detect

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/salaatflow/platform/language/detect/meaning"
)

// What a sentence says of the Islamic calendar is a slot of a task only where it tells when; else it stays where it stands.
func TestDaysOfTheIslamicCalendar(t *testing.T) {
	d, err := New()
	if err != nil {
		t.Fatal(err)
	}
	for sentence, want := range map[string]string{
		"remind me to fast on the 15th of Shaban":              `{"month":8,"day":15} fast`,
		"Shaban ki 15 tareekh ko halwa banana hai yaad dilana": `{"month":8,"day":15} halwa banana`,
		"10 muharram 1449 ko roze ka task bana do":             `{"month":1,"day":10,"year":1449} roze`,
		"۱۰ محرم کو روزہ رکھنا یاد دلانا":                      `{"month":1,"day":10} روزہ رکھنا`,
		"Ramzan se pehle qaza roze rakhne ka task bana do":     `{"occasion":"ramadan","earlier":true,"latest":true} qaza roze rakhna`,
		"add task pay zakat on eid day":                        `{"occasion":"eid"} pay zakat`,
		"choti eid ko sheer khurma banane ka task bana do":     `{"occasion":"eid_al_fitr"} sheer khurma banana`,
		"shab e barat ko kabristan jana hai yaad dilana":       `{"occasion":"laylat_al_baraat"} kabristan jana`,
		"Ramadan ki tayari ka task bana do":                    `null Ramadan ki tayari`,
		"add a task: Eid ke kapre silwana kal tak":             `null Eid ke kapre silwana`,
		"4.30pm Thursday haircut before Eid, note it":          `null haircut before Eid`,
		"remind me that I'd call Imran on the 10th":            `null call Imran`, // whose key is that of eid
		"add a task to call Shaban tonight":                    `null call Shaban`,
		"add a task to pack for the safar":                     `null pack for the safar`,
		"remind me to fast on 31 Shaban":                       `{"month":8,"day":31} fast`,
		"move task 3 to 15 shaban":                             `{"month":8,"day":15} `,
		"when is 27 Rajab":                                     `{"month":7,"day":27} `,
		"bakra eid kab hai":                                    `{"occasion":"eid_al_adha"} `,
		"add a task to pray qiyam on the 27th night":           `{"occasion":"laylat_al_qadr"} pray qiyam`,
		"what is the islamic date":                             `null `,
		"I'd like to know when Maghrib is":                     `null `,
		"15 march ko roza rakhna yaad dilana":                  `null roza rakhna`,
		"delete task 15 shaban":                                `null `,
	} {
		got := d.Detect(meaning.Input{Text: sentence, Now: time.Date(2026, 3, 2, 5, 0, 0, 0, time.UTC)}).Slots
		day, err := json.Marshal(got.Hijri)
		if err != nil {
			t.Fatal(err)
		}
		title := ""
		if got.Title != nil {
			title = *got.Title
		}
		if is := string(day) + " " + title; is != want {
			t.Errorf("%q: %s, want %s", sentence, is, want)
		}
	}
}
