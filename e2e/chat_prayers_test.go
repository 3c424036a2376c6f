package e2e

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/e2e/harness"
)

// An unknown place is said to be unknown, in the words of the person, and never answered with Karachi's times.
func TestChatKnowsNoTimesOfAPlaceThatNobodyKnows(t *testing.T) {
	platform, _ := startForChat(t)
	unknown := map[string]string{"en": "do not know a place", "ur-Latn": "nahi maloom", "ur": "نہیں معلوم"}
	for say, place := range map[string]string{
		"maghrib time in Bramblewick": "Bramblewick", "Zorbistan mein maghrib kab hai": "Zorbistan",
		"masjids in Bramblewick": "Bramblewick", "قورطآباد میں مغرب کب ہے": "قورطآباد",
		"maghrib time in Bradford": "Bradford", "what time is Fajr in Sylhet": "Sylhet",
		"prayer times in Moscow": "Moscow", "prayer times Murree": "Murree",
		"masjids in Bradford": "Bradford", "mosques near Leicester": "Leicester",
		"is there a mosque in Moscow": "Moscow", "next prayer in Moscow": "Moscow",
		"how long until maghrib in Bradford": "Bradford", "asr in Clifton, Bristol": "Bristol",
		"Bradford mein maghrib kab hai": "Bradford", "Sylhet ka fajr time batao": "Sylhet",
		"murree me namaz ke auqat": "murree", "Moscow ki masjidein dikhao": "Moscow",
		"Murree mein masjid hai koi": "Murree", "Leicester mein agli namaz konsi hai": "Leicester",
		"بریڈفورڈ میں مغرب کب ہے": "بریڈفورڈ", "سلہٹ میں فجر کا وقت": "سلہٹ",
		"ماسکو کی نماز کے اوقات": "ماسکو", "مری میں مسجدیں": "مری", "مری میں ظہر کا ٹائم": "مری",
	} {
		if known := send(t, platform, "GET", "/api/v1/prayer-times?city="+url.QueryEscape(place), ""); known.status == 200 {
			continue // the gazetteer knows it by now
		}
		got := newTalk(platform).say(t, say)
		if got.Data != nil || !strings.Contains(got.Message, place) || !strings.Contains(got.Message, unknown[got.Language]) ||
			got.status >= 500 {
			t.Errorf("%q: %d %s", say, got.status, got.raw)
		}
	}
}

// The chat knows the places that the service knows, in every script, in names of one word and of several.
func TestChatKnowsThePlacesThatTheServiceKnows(t *testing.T) {
	platform, _ := startForChat(t)
	for say, city := range map[string]string{
		"prayer times in New York": "New York", "when is asr in Kuala Lumpur": "Kuala Lumpur",
		"fajr time in los angeles": "Los Angeles", "namaz times for Abu Dhabi": "Abu Dhabi",
		"Istanbul maghrib time": "Istanbul", "new york mein asr kab hai": "New York",
		"kuala lumpur me isha ka waqt": "Kuala Lumpur", "istambul mein maghrib": "Istanbul",
		"نیویارک میں عصر کب ہے": "New York", "نیو یارک میں عصر کب ہے": "New York",
		"کوالا لمپور میں عشاء": "Kuala Lumpur", "استنبول میں مغرب": "Istanbul",
		"nyc prayer times": "New York", "fajr in New Delhi": "Delhi",
	} {
		got := newTalk(platform).say(t, say)
		if !got.Success || got.Data["city"] != city {
			t.Errorf("%q: %s", say, got.raw)
		}
	}
}

// methodNames are what some methods are called in other languages than English.
var methodNames = map[string]map[string]string{
	"ur-Latn": {
		"University of Islamic Sciences, Karachi": "Jamia Uloom-e-Islamia, Karachi", "Diyanet İşleri Başkanlığı, Türkiye": "Diyanet, Turkey",
	},
	"ur": {
		"University of Islamic Sciences, Karachi": "جامعہ علوم اسلامیہ، کراچی", "Umm al-Qura University, Makkah": "جامعہ ام القریٰ، مکہ مکرمہ",
	},
}

// A method or a school that is named is used and mentioned. An unknown one is said to be unknown.
func TestChatUsesTheMethodThatIsNamed(t *testing.T) {
	platform, _ := startForChat(t)
	for say, want := range map[string][2]string{
		"Hanafi asr": {"asr", "hanafi"}, "shafi asr time": {"asr", "shafi"}, "maliki asr": {"asr", "shafi"},
		"hanafi asr kab hai": {"asr", "hanafi"}, "حنفی عصر": {"asr", "hanafi"},
		"شافعی عصر کا وقت": {"asr", "shafi"}, "fiqh hanafi ke mutabiq asr ka waqt": {"asr", "hanafi"},
		"maghrib by Diyanet": {"method", "turkey"}, "prayer times by the Umm al-Qura method": {"method", "umm_al_qura"},
		"fajr according to ISNA":    {"method", "isna"},
		"egyptian method fajr time": {"method", "egypt"}, "jafari maghrib time": {"method", "jafari"},
		"diyanet ke mutabiq maghrib": {"method", "turkey"},
		"ام القریٰ کے مطابق عشاء":    {"method", "umm_al_qura"}, "isha in London by the muslim world league": {"method", "muslim_world_league"},
	} {
		got := newTalk(platform).say(t, say)
		if !got.Success || got.Arguments[want[0]] != want[1] || got.Data[want[0]] != want[1] {
			t.Errorf("%q: want %v in %s", say, want, got.raw)
		}
		title, _ := got.Data["method_title"].(string)
		if own := methodNames[got.Language][title]; own != "" {
			title = own
		}
		if title == "" || !strings.Contains(got.Message, title) {
			t.Errorf("%q does not say by which method: %s", say, got.Message)
		}
	}
	for _, say := range []string{"fajr by the foo method", "foo method prayer times", "foo ke mutabiq maghrib", "فلاں کے مطابق عشاء"} {
		if got := newTalk(platform).say(t, say); got.Tool != nil ||
			!strings.Contains(got.Message, "foo") && !strings.Contains(got.Message, "فلاں") {
			t.Errorf("%q: %s", say, got.raw)
		}
	}
	p := newTalk(platform)
	p.say(t, "when is asr in Istanbul")
	if got := p.say(t, "and hanafi?"); got.Data["asr"] != "hanafi" || got.Data["city"] != "Istanbul" {
		t.Errorf("going on with a school: %s", got.raw)
	}
}

func TestChatSaysWhyItIsThisMethod(t *testing.T) {
	platform, _ := startForChat(t)
	for say, want := range map[string]string{
		"when is asr in Istanbul": "usual in Türkiye", "Istanbul mein asr kab hai": "raij",
		"استنبول میں عصر کب ہے": "ترکیہ میں رائج", "shafi asr": "as you asked", "shafi asr kab hai": "jaisa aap ne kaha",
	} {
		if got := newTalk(platform).say(t, say); !strings.Contains(got.Message, want) {
			t.Errorf("%q does not say %q: %s", say, want, got.Message)
		}
	}
}

// At 10:00 Fajr is over and Maghrib to come; at 17:10 it is Asr.
func TestChatAnswersWhatIsAskedOfAPrayersTime(t *testing.T) {
	platform := harness.Start(t, harness.Options{Clock: clockwork.NewFakeClockAt(dialogueTime)})
	ask := func(say string, words ...string) {
		t.Helper()
		got := newTalk(platform).say(t, say)
		for _, word := range words {
			if !got.Success || !strings.Contains(got.Message, word) {
				t.Errorf("%q does not say %q: %s", say, word, got.Message)
			}
		}
	}
	ask("how long until maghrib", "8 hours 35 minutes")
	ask("how much time is left until asr", "6 hours 56 minutes")
	ask("kitna time baqi hai maghrib mein", "8 ghante 35 minute")
	ask("maghrib hone mein kitni der hai", "8 ghante 35 minute")
	ask("مغرب میں کتنا وقت باقی ہے", "۸ گھنٹے ۳۵ منٹ")
	ask("has asr begun", "Not yet", "4:56 pm")
	ask("has maghrib started yet", "Not yet")
	ask("is it time for isha", "Not yet")
	ask("asr shuru ho gayi kya", "Abhi nahi")
	ask("کیا عصر شروع ہو گئی", "ابھی نہیں")
	ask("did fajr end", "Yes", "ended at")
	platform = harness.Start(t, harness.Options{Clock: clockwork.NewFakeClockAt(dialogueTime.Add(7*time.Hour + 10*time.Minute))})
	ask("has asr begun", "Yes", "4:56 pm", "1 hour 25 minutes")
	ask("kya asr ka waqt ho gaya", "Ji,")
	ask("عصر کا وقت ہو گیا کیا", "جی")
	ask("how long until asr", "It is the time of Asr now")
	ask("when does asr end", "6:35 pm", "1 hour 25 minutes")
	platform = harness.Start(t, harness.Options{Clock: clockwork.NewFakeClockAt(dialogueTime.Add(13 * time.Hour))})
	ask("how long until maghrib", "tomorrow at 6:3", "19 hours")
	ask("maghrib mein kitna time baqi hai", "kal shaam 6:3", "19 ghante")
	ask("مغرب میں کتنا وقت باقی ہے", "کل شام ۶:۳", "۱۹ گھنٹے")
}

func TestChatAsksWhereTheNearestMasjidIsToBe(t *testing.T) {
	platform, _ := startForChat(t)
	for _, say := range []string{"nearest masjid", "masjid near me", "qareeb tareen masjid", "mere qareeb masjid", "قریب ترین مسجد"} {
		p := newTalk(platform)
		asked := p.say(t, say)
		if asked.Tool != nil || asked.Asks == nil || *asked.Asks != "area" {
			t.Errorf("%q does not ask where: %s", say, asked.raw)
			continue
		}
		if got := p.say(t, "clifton"); got.Tool == nil || got.Arguments["area"] != "Clifton" || !got.Success {
			t.Errorf("%q, clifton: %s", say, got.raw)
		}
	}
	p := newTalk(platform)
	p.say(t, "nearest masjid")
	if got := p.say(t, "Bramblewick"); got.Data != nil || !strings.Contains(got.Message, "Bramblewick") {
		t.Errorf("Bramblewick: %s", got.raw)
	}
	if got := newTalk(platform).say(t, "nearest masjid to 24.8138, 67.0300"); !got.Success || got.Arguments["latitude"] != 24.8138 ||
		got.Data["masjids"] == nil {
		t.Errorf("by position: %s", got.raw)
	}
	home := newTalk(platform)
	send(t, platform, "PATCH", "/api/v1/users/me", `{"area": "Clifton"}`, as(home.user))
	if got := home.say(t, "nearest masjid"); !got.Success || got.Arguments["area"] != "Clifton" {
		t.Errorf("of the profile: %s", got.raw)
	}
}

// A hadith is on the topic that is asked for, or the answer says that there is none.
func TestChatTellsAHadithOnATopic(t *testing.T) {
	platform, _ := startForChat(t)
	for say, topic := range map[string]string{
		"hadith on patience": "patience", "tell me a hadith about patience": "patience",
		"patience hadith": "patience", "sabr par hadith": "sabr", "sabr ki hadith": "sabr",
		"sabr ke bare mein koi hadith sunao": "sabr", "صبر پر حدیث": "صبر",
		"صبر کے بارے میں حدیث سنائیں": "صبر", "hadith about intentions": "intentions",
	} {
		got := newTalk(platform).say(t, say)
		if !got.Success || got.Arguments["topic"] != topic || got.Data["hadith"] == nil || !strings.Contains(got.Message, topic) {
			t.Errorf("%q: %s", say, got.raw)
		}
	}
	for say, topic := range map[string]string{
		"hadith about parents": "parents", "maa baap par hadith": "maa baap",
		"والدین کے بارے میں حدیث": "والدین", "hadith about quantum physics": "quantum physics",
	} {
		p := newTalk(platform)
		got := p.say(t, say)
		if !got.Success || got.Data != nil || !strings.Contains(got.Message, topic) || got.Asks == nil {
			t.Errorf("%q: %s", say, got.raw)
			continue
		}
		if another := p.say(t, "yes"); another.Data["hadith"] == nil {
			t.Errorf("%q, yes: %s", say, another.raw)
		}
	}
}

// Who meant the city of the same name in another country says just that.
func TestTheNameOfACountryMeansTheCityThere(t *testing.T) {
	platform, _ := startForChat(t)
	for first, then := range map[string][]string{
		"prayer times in Hyderabad":      {"India", "I meant the one in India", "no, India"},
		"Hyderabad mein maghrib kab hai": {"India wala", "nahi, India wala", "bharat"},
		"حیدرآباد میں مغرب کب ہے":        {"بھارت والا"},
	} {
		for _, second := range then {
			talk := newTalk(platform)
			here := talk.say(t, first)
			if here.Data["country"] != "PK" {
				t.Fatalf("%q: %s", first, here.raw)
			}
			if got := talk.say(t, second); !got.Success || got.Data["country"] != "IN" || got.Intent != here.Intent {
				t.Errorf("%q, then %q: %s", first, second, got.Message)
			}
		}
	}
	talk := newTalk(platform)
	talk.say(t, "prayer times in Lahore")
	if got := talk.say(t, "India"); got.Tool != nil {
		t.Errorf("a country in which there is no such city: %s", got.Message)
	}
}
