package prayertime

// The methods of the authorities. Their angles and minutes are those which the authorities publish or which their
// timetables show; docs/prayer-times.md of the platform says more of each.
var (
	Karachi = Method{
		Name: "karachi", Title: "University of Islamic Sciences, Karachi",
		Authority: "University of Islamic Sciences, Karachi: Pakistan, India, Bangladesh, Afghanistan",
		FajrAngle: 18, IshaAngle: 18,
		Adjustments: Minutes{Dhuhr: 1}, DefaultAsr: Hanafi,
	}
	MuslimWorldLeague = Method{
		Name: "muslim_world_league", Title: "Muslim World League",
		Authority: "Muslim World League, Makkah: much of Europe and the Far East",
		FajrAngle: 18, IshaAngle: 17,
		Adjustments: Minutes{Dhuhr: 1}, DefaultAsr: Shafi,
	}
	Egyptian = Method{
		Name: "egyptian", Title: "Egyptian General Authority of Survey",
		Authority: "Egyptian General Authority of Survey: Egypt, Sudan, Libya, Lebanon, Syria",
		FajrAngle: 19.5, IshaAngle: 17.5,
		Adjustments: Minutes{Dhuhr: 1}, DefaultAsr: Shafi,
	}
	UmmAlQura = Method{
		Name: "umm_al_qura", Title: "Umm al-Qura University, Makkah",
		Authority: "Umm al-Qura calendar of Saudi Arabia; isha 90 minutes after sunset, 120 in Ramadan",
		FajrAngle: 18.5, IshaMinutes: 90, RamadanIshaMinutes: 120,
		DefaultAsr: Shafi,
	}
	Dubai = Method{
		Name: "dubai", Title: "Dubai",
		Authority: "General Authority of Islamic Affairs and Endowments (Awqaf), United Arab Emirates",
		FajrAngle: 18.2, IshaAngle: 18.2,
		Adjustments: Minutes{Sunrise: -3, Dhuhr: 3, Asr: 3, Maghrib: 3}, DefaultAsr: Shafi,
	}
	MoonsightingCommittee = Method{
		Name: "moonsighting_committee", Title: "Moonsighting Committee Worldwide",
		Authority: "Khalid Shaukat, Moonsighting Committee Worldwide (moonsighting.com): North America, United Kingdom",
		FajrAngle: 18, IshaAngle: 18,
		Adjustments: Minutes{Dhuhr: 5, Maghrib: 3}, DefaultAsr: Shafi, seasonal: true,
	}
	NorthAmerica = Method{
		Name: "north_america", Title: "Islamic Society of North America",
		Authority: "Islamic Society of North America (ISNA)",
		FajrAngle: 15, IshaAngle: 15,
		Adjustments: Minutes{Dhuhr: 1}, DefaultAsr: Shafi,
	}
	Kuwait = Method{
		Name: "kuwait", Title: "Kuwait",
		Authority: "Ministry of Awqaf and Islamic Affairs, Kuwait",
		FajrAngle: 18, IshaAngle: 17.5, DefaultAsr: Shafi,
	}
	Qatar = Method{
		Name: "qatar", Title: "Qatar",
		Authority: "Qatar Calendar House; isha 90 minutes after sunset",
		FajrAngle: 18, IshaMinutes: 90, DefaultAsr: Shafi,
	}
	Singapore = Method{
		Name: "singapore", Title: "Majlis Ugama Islam Singapura",
		Authority: "Majlis Ugama Islam Singapura (MUIS); every time rounded up",
		FajrAngle: 20, IshaAngle: 18,
		Adjustments: Minutes{Dhuhr: 1}, DefaultAsr: Shafi, rounding: up,
	}
	Tehran = Method{
		Name: "tehran", Title: "Institute of Geophysics, University of Tehran",
		Authority: "Institute of Geophysics, University of Tehran: Iran; maghrib when the redness has left the east",
		FajrAngle: 17.7, IshaAngle: 14, MaghribAngle: 4.5, DefaultAsr: Shafi,
	}
	Turkey = Method{
		Name: "turkey", Title: "Diyanet İşleri Başkanlığı, Türkiye",
		Authority: "Presidency of Religious Affairs (Diyanet), Türkiye, with its minutes of temkin",
		FajrAngle: 18, IshaAngle: 17,
		Adjustments: Minutes{Sunrise: -7, Dhuhr: 5, Asr: 4, Maghrib: 7}, DefaultAsr: Shafi,
	}
	JAKIM = Method{
		Name: "jakim", Title: "Jabatan Kemajuan Islam Malaysia",
		Authority: "Department of Islamic Development Malaysia (JAKIM): a minute of caution, rounded up; fajr at 18° since " +
			"the decision of the National Council of November 2019, at 20° before",
		FajrAngle: 18, IshaAngle: 18,
		Adjustments: Minutes{Fajr: 1, Sunrise: -1, Dhuhr: 2, Asr: 1, Maghrib: 1, Isha: 1},
		DefaultAsr:  Shafi, rounding: up,
	}
	Kemenag = Method{
		Name: "kemenag", Title: "Kementerian Agama Republik Indonesia",
		Authority: "Ministry of Religious Affairs, Indonesia: the sun's centre 1° below the horizon at sunrise and sunset, " +
			"two minutes of ihtiyat, rounded up",
		FajrAngle: 20, IshaAngle: 18, horizon: -1,
		Adjustments: Minutes{Fajr: 2, Sunrise: -3, Dhuhr: 3, Asr: 2, Maghrib: 2, Isha: 2},
		DefaultAsr:  Shafi, rounding: up,
	}
)

var methods = []Method{
	Karachi, MuslimWorldLeague, Egyptian, UmmAlQura, Dubai, MoonsightingCommittee, NorthAmerica, Kuwait, Qatar,
	Singapore, Tehran, Turkey, JAKIM, Kemenag,
}
