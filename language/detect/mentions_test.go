package detect_test

import (
	"testing"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/gazetteer"
)

// No map has these places. What stands where a place is named and names none that is known is a place all the same; what only
// looks like it is none.
func TestAPlaceThatNobodyKnowsIsAPlace(t *testing.T) {
	d := detector(t)
	for sentence, want := range map[string]string{
		"maghrib time in Bramblewick": "Bramblewick", "prayer times Qwertabad": "Qwertabad", "Zorbistan fajr time": "Zorbistan",
		"mosques near Lorchester":      "Lorchester",
		"when is isha in Santa Zembla": "Santa Zembla", "next prayer in Moskovitz": "Moskovitz", "asr in Clifton, Brostil": "Brostil",
		"fajr time in Tashkurgh":           "Tashkurgh",
		"Bramblewick mein maghrib kab hai": "Bramblewick", "qwertabad ki masjidein": "qwertabad", "Zorbistan ka fajr time": "Zorbistan",
		"skarduwal me namaz ka waqt": "skarduwal",
		"بریمبلوک میں مغرب کب ہے":    "بریمبلوک", "قورطآباد میں مسجدیں": "قورطآباد", "زوربستان کی نماز کے اوقات": "زوربستان",
		"maghrib time in ramadan": "", "asr in the morning": "", "fajr time in english": "", "is there a masjid in my area": "",
		"namaz ka waqt batao":        "",
		"jamaat mein kitna waqt hai": "", "ramzan mein fajr kab hai": "", "رمضان میں فجر کب ہے": "", "maghrib ki namaz": "",
		"all masjids in Clifton":   "",
		"prayer times in New York": "New York", "كوالا لمپور میں عشاء": "Kuala Lumpur",
		"دبئ میں نماز کے اوقات": "Dubai", "when is asr in kuala lumpur": "Kuala Lumpur",
	} {
		got, rule := d.Explain(input(sentence))
		city := ""
		if got.Slots.City != nil {
			city = *got.Slots.City
		}
		if city != want {
			t.Errorf("%q is in %q (%s by %q), want %q", sentence, city, got.Intent, rule, want)
		}
	}
}

// Every city of the gazetteer is known by each of its names, in both scripts, and so is what the service knows.
func TestTheCitiesOfTheGazetteerAreKnown(t *testing.T) {
	d := detector(t)
	places, err := gazetteer.New()
	if err != nil {
		t.Fatal(err)
	}
	asked, missed := 0, 0
	for _, city := range places.Cities() {
		for _, name := range append([]string{city.Name, city.Urdu}, city.Spellings()...) {
			if len(name) < 4 {
				continue
			}
			sentence := "maghrib time in " + name
			if name[0] >= 0x80 {
				sentence = name + " میں مغرب کب ہے"
			}
			asked++
			got := ask(d, sentence)
			if got.Slots.City == nil || places.City(*got.Slots.City) != city {
				missed++
				t.Logf("%q is in %q, want %s", sentence, text(got.Slots.City), city.Name)
			}
		}
	}
	if missed*100 > asked { // names that are words of their own, or areas of Karachi
		t.Errorf("%d of %d names of cities are not found", missed, asked)
	}
}

func TestAMethodOrASchoolThatIsNamed(t *testing.T) {
	d := detector(t)
	for sentence, want := range map[string][3]string{ // method, school, unknown
		"Hanafi asr": {"", "hanafi", ""}, "asr by the shafi school": {"", "shafi", ""}, "hanbali asr kab hai": {"", "shafi", ""},
		"حنفی عصر":           {"", "hanafi", ""},
		"maghrib by Diyanet": {"turkey", "", ""}, "Umm al-Qura prayer times": {"umm_al_qura", "", ""},
		"isha by the saudi method": {"umm_al_qura", "", ""},
		"fajr in Dubai":            {"", "", ""}, "fajr by the dubai method": {"dubai", "", ""}, "tehran method maghrib": {"tehran", "", ""},
		"MWL fajr time":                    {"muslim_world_league", "", ""},
		"hanafi asr by the Karachi method": {"karachi", "hanafi", ""}, "دیانت کے مطابق مغرب": {"turkey", "", ""},
		"isna ke hisab se fajr":  {"isna", "", ""},
		"fajr by the foo method": {"", "", "foo"}, "foo ke mutabiq maghrib": {"", "", "foo"}, "فلاں کے مطابق عشاء": {"", "", "فلاں"},
		"what time is asr": {"", "", ""}, "asr kab hai": {"", "", ""},
	} {
		got, rule := d.Explain(input(sentence))
		if is := [3]string{text(got.Slots.Method), text(got.Slots.Asr), got.Cues.UnknownMethod}; is != want ||
			got.Intent != detect.GetPrayerTimes {
			t.Errorf("%q is %s, %q by %q, want %q", sentence, got.Intent, is, rule, want)
		}
	}
}

func text(slot *string) string {
	if slot == nil {
		return ""
	}
	return *slot
}

func TestTheTopicOfAHadith(t *testing.T) {
	d := detector(t)
	for sentence, want := range map[string]string{
		"hadith on patience": "patience", "tell me a hadith about honesty": "honesty", "a hadith regarding good manners": "good manners",
		"hadith on the importance of charity": "charity",
		"patience hadith":                     "patience", "hadith of the day on patience": "patience", "search hadith for anger": "anger",
		"sabr par hadith": "sabr", "sabr ki hadith": "sabr", "maa baap ke bare mein hadith sunao": "maa baap",
		"koi hadith jhoot ke bare mein batao": "jhoot", "namaz ki fazilat par hadith": "namaz",
		"صبر پر حدیث": "صبر", "والدین کے بارے میں حدیث": "والدین", "گھمنڈ پر کوئی حدیث سنائیں": "گھمنڈ", "صبر کی حدیث": "صبر",
		"aaj ki hadith": "", "today's hadith": "", "koi hadith sunao": "", "another hadith please": "", "a fresh hadith please": "",
		"apni marzi ki hadees bhejo": "",
		"nabi ki hadith sunao":       "", "آج کی حدیث": "", "اپنی پسند کی حدیث بتا دو": "", "hadith of the prophet": "",
		"give me a hadith to share with my students": "",
	} {
		got, rule := d.Explain(input(sentence))
		if text(got.Slots.Topic) != want || got.Intent != detect.GetRandomHadith && got.Intent != detect.GetDailyHadith {
			t.Errorf("%q is %s about %q by %q, want %q", sentence, got.Intent, text(got.Slots.Topic), rule, want)
		}
	}
}

func TestWhatIsAskedOfAPrayersTime(t *testing.T) {
	d := detector(t)
	for sentence, want := range map[string]string{
		"how long until maghrib": "long", "how much time is left until asr": "long", "kitna time baqi hai maghrib mein": "long",
		"maghrib hone mein kitni der hai": "long", "مغرب میں کتنا وقت باقی ہے": "long",
		"has asr begun": "begun", "is it time for isha": "begun", "asr shuru ho gayi kya": "begun", "کیا عصر شروع ہو گئی": "begun",
		"عصر کا وقت ہو گیا کیا": "begun",
		"when does asr end":     "ends", "asr kab khatam hoti hai": "ends", "عصر کب ختم ہوتی ہے": "ends",
		"when is asr": "", "asr kab hai": "", "عصر کب ہے": "", "what time does maghrib start": "",
	} {
		got, _ := d.Explain(input(sentence))
		is := map[bool]string{true: "long"}[got.Cues.HowLong] + map[bool]string{true: "begun"}[got.Cues.Begun] +
			map[bool]string{true: "ends"}[got.Cues.Ends]
		if is != want {
			t.Errorf("%q asks %q (%s), want %q", sentence, is, got.Intent, want)
		}
	}
}

func TestAPositionInDegrees(t *testing.T) {
	d := detector(t)
	for sentence, there := range map[string]bool{
		"nearest masjid to 24.8138, 67.0300": true, "prayer times at -33.86, 151.2": true, "masjid near ۲۴.۸۱، ۶۷.۰۳": true,
		"masjids in block 2, 5": false, "prayer times at 124.8, 67.0": false,
	} {
		if got, _ := d.Explain(input(sentence)); (got.Slots.Latitude != nil) != there {
			t.Errorf("%q: %s %v", sentence, got.Intent, got.Slots.Latitude)
		}
	}
}

// The verb by which it is asked what a masjid has is no part of its name.
func TestWhatAMasjidHasGotIsNoPartOfItsName(t *testing.T) {
	d := detector(t)
	for sentence, want := range map[string]string{
		"Has Badshahi Masjid got a library": "Badshahi Masjid", "has Faisal Mosque got parking": "Faisal Mosque",
		"has Masjid Tooba got a women's section": "Masjid Tooba", "what has Memon Masjid got": "Memon Masjid",
		"does Faisal Masjid have parking": "Faisal Masjid", "search Mahabat Khan masjid": "Mahabat Khan masjid",
	} {
		if got := ask(d, sentence); text(got.Slots.MasjidName) != want {
			t.Errorf("%q is about %q (%s), want %q", sentence, text(got.Slots.MasjidName), got.Intent, want)
		}
	}
}
