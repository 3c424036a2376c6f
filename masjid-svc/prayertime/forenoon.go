package prayertime

import "time"

// Forenoon holds the times of the voluntary prayers between sunrise and noon, as information: the hours are agreed, the
// minutes are custom (see [Day.Forbidden]).
//
// Ishraq is from the hadith of Anas (at-Tirmidhi 586), from when the sun is a spear high (Amr ibn Abasa, Muslim 832). Duha, or
// chasht, has the same time and is best when the sun is hot (Zayd ibn Arqam, Muslim 748), which Ibn Abidin's Radd al-Muhtar takes
// as a quarter of the day. Both last until the sun stands at its highest.
type Forenoon struct {
	Ishraq time.Time // the sun is a spear high
	Chasht time.Time // a quarter of the day from sunrise to sunset has passed, or Ishraq if that is later
	Until  time.Time // the sun stands at its highest
	Zawal  time.Time // it has passed the meridian, and Dhuhr begins
}

// Forenoon returns the times of the forenoon. On the short days of high latitudes they may be one instant.
func (d *Day) Forenoon() Forenoon {
	forbidden := d.Forbidden()
	risen, highest := forbidden[1], forbidden[2]
	quarter := d.Sunrise.Add(d.Sunset.Sub(d.Sunrise) / 4).Round(time.Minute)
	return Forenoon{
		Ishraq: risen.Until, Chasht: earlier(later(quarter, risen.Until), highest.From), Until: highest.From, Zawal: highest.Until,
	}
}
