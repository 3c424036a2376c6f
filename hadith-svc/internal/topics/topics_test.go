package topics_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/salaatflow/platform/hadith-svc/internal/topics"
	"github.com/salaatflow/platform/language/searchtext"
)

func TestATopicIsKnownByItsNamesInEveryLanguage(t *testing.T) {
	for want, names := range map[string][]string{
		"patience": {"patience", "Patience", "being patient", "sabr", "SABAR", "صبر", "الصبر", "صَبْر", "the importance of patience",
			"sabr ki fazilat", "sabr ke bare mein", "صبر کے بارے میں", "فضل الصبر", "hadith on patience"},
		"parents": {"parents", "mother", "walidain", "maa baap", "Maa-Baap", "والدین", "والدين", "الوالدین", "ماں باپ"},
		"anger":   {"غصے کے بارے میں", "ghusse par", "غصے"},
		"neighbours": {"kindness to neighbours", "پڑوسیوں", "neighbor", "neighbours", "parosi", "پڑوسی",
			"الجار", "rights of neighbours", "حق الجار"},
		"prayer":  {"prayers", "namaz", "salah", "نماز", "الصلاة"},
		"charity": {"zakat", "sadqa", "صدقہ", "الزكاة"},
	} {
		for _, name := range names {
			if got, ok := topics.Known().Named(name); !ok || got != want {
				t.Errorf("%s is the topic %q, want %s", name, got, want)
			}
		}
	}
	for _, name := range []string{"", " ", "zzz", "patience and more", "دین دار", "the", "of the", "patience of Job"} {
		if got, ok := topics.Known().Named(name); ok {
			t.Errorf("%q is the topic %s, want none", name, got)
		}
	}
}

// What people ask for is a topic, also where a library has no hadith on it: a text that only has the word is not on it.
func TestWhatPeopleAskForIsATopic(t *testing.T) {
	for _, name := range []string{
		"marriage", "husband", "shauhar", "بیوی", "parents", "children", "friday", "juma", "جمعہ", "sleep", "neend", "anxiety", "worry",
		"gham", "پریشانی", "hardship", "mushkil", "آزمائش", "alcohol", "sharab", "شراب", "hijab", "parda", "پردہ", "smiling", "theft", "rishwat",
		"hypocrisy", "munafiq", "shirk", "tawheed", "dajjal", "end times", "magic", "jadu", "نظر بد", "angels", "farishte", "hope", "umeed",
		"health", "sehat", "tahajjud", "adhan", "اذان", "leadership", "time", "waqt", "backbiting", "debt", "orphans", "interest", "lying",
	} {
		if _, known := topics.Known().Named(name); !known {
			t.Errorf("%q is no topic", name)
		}
	}
}

func TestATextIsAboutWhatItSpeaksOfAndNotWhatItMentions(t *testing.T) {
	mention := "patience " + strings.Repeat("word ", 60)
	for _, c := range []struct {
		text     string
		language searchtext.Language
		want     []string
	}{
		{"Patience is a light.", searchtext.English, []string{"patience"}},
		{"الصَّبْرُ ضِيَاءٌ", searchtext.Arabic, []string{"patience"}},
		{"بِالصَّبْرِ", searchtext.Arabic, []string{"patience"}},
		{"صبر روشنی ہے", searchtext.Urdu, []string{"patience"}},
		{"The parents are a gate of Paradise.", searchtext.English, []string{"paradise", "parents"}},
		{"Ibn Abbas relates that he said so.", searchtext.English, nil},
		{mention, searchtext.English, nil},
		{mention + mention + "patience", searchtext.English, []string{"patience"}},
		{"He said: Islam stands on five things: to bear witness that there is no god but Allah, to keep up the prayer, to give zakat, " +
			"to make the pilgrimage to the House, and the fast of Ramadan.", searchtext.English, nil},
		{"", searchtext.Urdu, nil},
	} {
		if got := topics.Known().Of(c.text, c.language); !slices.Equal(got, c.want) {
			t.Errorf("%q is about %v, want %v", c.text, got, c.want)
		}
	}
}

func TestAQueryFindsATopicByAnyOfItsNames(t *testing.T) {
	label := func(key string) string { return "label:" + key }
	for text, want := range map[string][]string{
		"sabr": {"patience"}, "good character": {"character"}, "maa baap ka haq": {"parents", "justice"}, `"sabr"`: nil,
		"zzz": nil, "ocean": nil,
	} {
		asked, err := searchtext.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, term := range topics.Known().Widen(asked, label).Terms {
			for _, word := range term.Whole {
				if key, ok := strings.CutPrefix(word, "label:"); ok {
					got = append(got, key)
				}
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s looks for the topics %v, want %v", text, got, want)
		}
	}
}

// No text and no name makes it fail, and what a text is about is a known topic.
func FuzzOf(f *testing.F) {
	f.Add("بِالصَّبْرِ patience صبر", "sabr")
	f.Fuzz(func(t *testing.T, text, name string) {
		topics.Known().Named(name)
		for _, language := range []searchtext.Language{searchtext.Arabic, searchtext.English, searchtext.Urdu} {
			for _, key := range topics.Known().Of(text, language) {
				if _, ok := topics.Known().Named(key); !ok {
					t.Errorf("%q is about %s, which is no topic", text, key)
				}
			}
		}
		if asked, err := searchtext.Parse(text); err == nil {
			if got := topics.Known().Widen(asked, func(key string) string { return key }); len(got.Terms) == 0 {
				t.Errorf("%q has lost its words", text)
			}
		}
	})
}
