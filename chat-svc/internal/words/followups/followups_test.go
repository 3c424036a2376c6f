package followups_test

import (
	"testing"

	"github.com/salaatflow/platform/chat-svc/internal/words/followups"
)

// What a task was to be called is read behind words that own a slip, and behind nothing else.
func TestWhatWasMeant(t *testing.T) {
	for said, want := range map[string]string{
		"sorry I meant buy miswak":                        "buy miswak",
		"i meant to say buy water, sorry":                 "buy water",
		"sorry I said it wrong, it should be buy rice":    "buy rice",
		"oops wrong, it's buy honey lol":                  "buy honey",
		"Oh dear, wrong name. Ring Hafsa.":                "Ring Hafsa",
		"no wait, that was a typo: call the baker please": "call the baker",
		"ghalat likh diya, miswak lana hai":               "miswak lana",
		"sorry galat bol diya quiz submit karna hai yar":  "quiz submit karna",
		"mera matlab tha dahi lena hai":                   "dahi lena",
		"dahi lena likhwana tha":                          "dahi lena",
		"غلط ہو گیا، مسواک لینی ہے":                       "مسواک لینی",
		"معاف کرنا، غلطی سے لکھ دیا، دہی لینا ہے":         "دہی لینا",
		"میرا مطلب تھا دوائی لینی ہے":                     "دوائی لینی",
		"buy miswak":                 "",
		"miswak lana hai":            "",
		"what is wrong with my list": "",
	} {
		if got := followups.Meant(said); got != want {
			t.Errorf("%q means %q, want %q", said, got, want)
		}
	}
	for said, want := range map[string]string{
		"no, buy miswak": "buy miswak", "nahi nahi, dahi wala hisab": "dahi wala hisab", "نہیں، مسواک لینی ہے": "مسواک لینی", "buy miswak": "",
	} {
		if got := followups.Instead(said); got != want {
			t.Errorf("%q says %q instead, want %q", said, got, want)
		}
	}
}

// The prayer after the one that was told is asked for, and nothing else that only sounds like it.
func TestTheNextPrayer(t *testing.T) {
	for said, want := range map[string]bool{
		"and after that?": true, "and after that one?": true, "and the one after?": true, "what comes after that": true, "and then?": true,
		"us ke baad?": true, "aur uske baad wali?": true, "us k baad konsi namaz hai": true, "اور اس کے بعد؟": true,
		"اس کے بعد کون سی نماز ہے؟": true,
		"and the day after?":        false, "after Asr": false, "us ke baad bank jana": false, "remind me after that": false,
		"اس کے بعد بینک جانا": false,
	} {
		if got := followups.AsksNextPrayer(said); got != want {
			t.Errorf("%q asks for the next prayer: %t, want %t", said, got, want)
		}
	}
}

// It is read what is asked about, whether it has been done.
func TestWhetherItIsDone(t *testing.T) {
	for said, want := range map[string]string{
		"have I rung the plumber?":                "rung the plumber",
		"did i take my tablets yet":               "take my tablets",
		"has the electrician been called?":        "the electrician been called",
		"kya maine plumber ko call kar li thi?":   "maine plumber ko call kar li",
		"plumber ko call kar li thi kya maine?":   "plumber ko call kar li",
		"کیا میں نے پلمبر کو فون کر لیا؟":         "میں نے پلمبر کو فون کر لیا",
		"have you seen it?":                       "",
		"plumber ko call kar li":                  "",
		"remind me to ask if I have paid the gas": "",
	} {
		if got := followups.AskedDone(said); got != want {
			t.Errorf("%q asks about %q, want %q", said, got, want)
		}
	}
}

// An order about "it" is read behind what is told.
func TestAnOrderBehindATelling(t *testing.T) {
	for said, want := range map[string]string{
		"Well, he came this morning, so kindly mark it now": "kindly mark it now",
		"it's all sorted. tick it off please":               "tick it off please",
		"wo aa gaya tha, is liye isko done kar do":          "isko done kar do",
		"وہ آ گئے تھے، اس لیے اسے مکمل کر دو":               "اسے مکمل کر دو",
		"mark it done": "",
	} {
		if got := followups.OrderBehind(said); got != want {
			t.Errorf("%q orders %q, want %q", said, got, want)
		}
	}
}
