package detect_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/salaatflow/platform/language/detect"
)

// states fails unless each sentence states the slots that are told of it: "task 4, due 2026-03-17".
func states(t *testing.T, sentences [][2]string) {
	t.Helper()
	d := detector(t)
	for _, c := range sentences {
		sentence, want := c[0], c[1]
		if got := statedTimes(ask(d, sentence)); got != want {
			t.Errorf("%q: %s, want %s", sentence, got, want)
		}
	}
}

// statedTimes tells what an answer states of tasks, times, prayers and places.
func statedTimes(r detect.Result) string {
	s := r.Slots
	parts := []string{strings.ReplaceAll(string(r.Intent), "_", " ")}
	for _, slot := range []struct {
		name  string
		value *string
	}{
		{"title", s.Title}, {"of", s.TaskRef}, {"due", s.Due}, {"every", s.Recurrence}, {"with", s.LinkedPrayer}, {"prayer", s.Prayer},
		{"date", s.Date}, {"city", s.City}, {"masjid", s.MasjidName}, {"status", s.Status},
	} {
		if slot.value != nil {
			parts = append(parts, slot.name+" "+*slot.value)
		}
	}
	if s.TaskID != nil {
		parts = append(parts, "task "+strconv.Itoa(*s.TaskID))
	}
	return strings.Join(parts, ", ")
}

// Who says a day or an hour anew within one message means the second, wherever the two stand, and nothing is done by the first.
func TestATimeThatIsSaidAnewIsMeant(t *testing.T) {
	states(t, [][2]string{
		{"Move 4 to the 16th. No, sorry, the 17th", "update task, due 2026-03-17, task 4"},
		{"shift number 11 to the 24th. Sorry, the 25th.", "update task, due 2026-03-25, task 11"},
		{"make task 9 due at 7pm. Hmm no, 8pm", "update task, due 2026-03-02T20:00:00, task 9"},
		{"set the alarm task to half six, sorry, half seven", "update task, of alarm, due 2026-03-02T19:30:00"},
		{"remind me tomorrow at 4 to ring Sam, actually make it 5", "create task, title ring Sam, due 2026-03-03T17:00:00"},
		{"remind me to post the parcel on Tuesday, well, Wednesday", "create task, title post the parcel, due 2026-03-04"},
		{"change the rent one, make it the 3rd", "update task, of rent, due 2026-03-03"},
		{"change the date of task 4, the bank is closed, make it 11th", "update task, due 2026-03-11, task 4"},
		{"change the time on the rota meeting to 3pm, was 2", "update task, of rota meeting, due 2026-03-02T15:00:00"},
		{"bump the boiler service to 4, used to be 3", "update task, of boiler service, due 2026-03-02T16:00:00"},
		{"change task 5 to the 20th, was the 12th", "update task, due 2026-03-20, task 5"},
		{"reschedule the vet to Monday (was Sunday)", "update task, of vet, due 2026-03-09"},
		{"due date of task 5: 14th, not 13th", "update task, due 2026-03-14, task 5"},
		{"it should be the 23rd not the 22nd for the swimming gala", "update task, of swimming gala, due 2026-03-23"},
		{"paanch number ko chhe tareekh pe le jao nahi yaar saat tareekh pe", "update task, due 2026-03-07, task 5"},
		{"task 3 thursday ko shift kro.. balke friday ko", "update task, due 2026-03-06, task 3"},
		{"dawai wala shaam 7 baje kar do, nahi yaar 8 baje", "update task, of dawai, due 2026-03-02T20:00:00"},
		{"teen number wala 18 tareekh ko kar do.. acha nahi 19 tareekh ko", "update task, due 2026-03-19, task 3"},
		{"task 10 weekly kar do, nahi monthly", "update task, every monthly, task 10"},
		{"task 2 fajr ke baad kar do, balke zuhr ke baad", "update task, with Dhuhr, task 2"},
		{"bijli ka bill kal bharna hai likh lo nahi parson", "create task, title bijli ka bill, due 2026-03-04"},
		{"dentist ab peer ki bjae 11 ko h, theek kr de na", "update task, of dentist, due 2026-03-11"},
		{"meeting ab mangal ki bajaye 12 ko hai, theek kar do", "update task, of meeting, due 2026-03-12"},
		{"task 8 rozana k bjae haftawar kar do", "update task, every weekly, task 8"},
		{"surah mulk wala isha nhi maghrib k sath lgao", "update task, of surah mulk, with Maghrib"},
		{"azkar wala zuhr ki jgah asr se jor do", "update task, of azkar, with Asr"},
		{"ٹاسک چار دس تاریخ کو رکھو، نہیں گیارہ تاریخ کو", "update task, due 2026-03-11, task 4"},
		{"ٹاسک تین جمعرات کو کر دو، بلکہ جمعے کو", "update task, due 2026-03-06, task 3"},
		{"نمبر نو کو کل کر دو، سوری پرسوں", "update task, due 2026-03-04, task 9"},
		{"دوا رات نو بجے لکھ دو نہیں دس بجے", "create task, title دوا, due 2026-03-02T22:00:00"},
		{"کلاس اب پیر کی بجائے ۱۷ کو ہے، ٹھیک کر دیں", "update task, of کلاس, due 2026-03-17"},
		{"تلاوت والا فجر نہیں عشاء کے ساتھ لگا دیں", "update task, of تلاوت, with Isha"},
	})
}

// A no that says something else than another time leaves the time as it was told, and the numbers of tasks too.
func TestANoThatTellsNoOtherTimeLeavesTheFirst(t *testing.T) {
	states(t, [][2]string{
		{"task 9 kal karo nahi to parson", "update task, due 2026-03-03, task 9"},
		{"add milk tomorrow, no need for Friday", "create task, title milk, due 2026-03-03"},
		{"remind me to call sam friday, actually no", "create task, title call sam, due 2026-03-06"},
		{"task 3 ko friday kar do, nahi rehne do", "unknown"},
		{"task 5 friday ko mat karo nahi saturday ko", "unknown"},
		{"delete the 3rd not the 4th", "unknown"},
		{"mark 3 done. no, 4", "complete task, task 4"},
		{"sorry I meant the third", "unknown"},
		{"oh sorry I meant the second", "unknown"},
		{"task 3 ko 5 baje kar do, task 4 ko rehne do", "update task, due 2026-03-02T17:00:00, task 3"},
	})
}

// Of two days the one counts on which something is to be done, and not the one of which it is told, or by which a thing is called.
func TestTheDayOnWhichSomethingIsToBeDoneCounts(t *testing.T) {
	states(t, [][2]string{
		{"put photocopy Tuesday notes on my list for wednesday", "create task, title photocopy Tuesday notes, due 2026-03-04"},
		{
			"friday sweater needs dry cleaning, add dry clean friday sweater for wednesday",
			"create task, title dry clean friday sweater, due 2026-03-04",
		},
		{"kal shadi hai, aaj sham 4 baje suit press karna likh lo", "create task, title suit press karna, due 2026-03-02T16:00:00"},
		{"aaj bohat thak gayi hun, kal subah 9 baje bank jana hai likh lo", "create task, title bank jana, due 2026-03-03T09:00:00"},
		{"hafte ko nikah hai, us se ek din pehle mehndi lagwani hai yaad karwana", "create task, title mehndi lagwani, due 2026-03-06"},
		{"somwar ke bazar se kapra lana hai budh ko likh lo", "create task, title somwar ke bazar se kapra lana, due 2026-03-04"},
		{"kal k sb tasks parson pe daal de", "update task, due 2026-03-04"},
		{"منگل کے بازار سے لالٹین لانی ہے، جمعرات کے لیے لکھ لیجیے", "create task, title منگل کے بازار سے لالٹین لانی, due 2026-03-05"},
		{
			"پیر کو چھٹی ہے، منگل کو سہ پہر چار بجے مکینک کے پاس جانا درج کر لیں",
			"create task, title مکینک کے پاس جانا, due 2026-03-03T16:00:00",
		},
		{"اتوار کو دعوت ہے، اس سے ایک دن پہلے گوشت لانا لکھ لو", "create task, title گوشت لانا, due 2026-03-07"},
	})
}

// What is told of a day or an hour is no reason to write it, where another is told to be ready on; nor does a task go where it was.
func TestATaskIsMovedToTheTimeThatIsToldLast(t *testing.T) {
	states(t, [][2]string{
		{"move the 5pm call to 6pm", "update task, of call, due 2026-03-02T18:00:00"},
		{"move the 5pm call to 6", "update task, of call, due 2026-03-02T18:00:00"},
		{"push my 9am meeting to 10:30", "update task, of meeting, due 2026-03-02T10:30:00"},
		{"move the 12 march flight to 14 march", "update task, of flight, due 2026-03-14"},
		{"move tuesday's call to wednesday at 3", "update task, of call, due 2026-03-04T15:00:00"},
		{"move task 5 to 6", "update task, task 5"},
		{"meeting 5 baje se 6 baje kar do", "update task, of meeting, due 2026-03-02T18:00:00"},
		{"5 baje wali meeting 6 baje kar do", "update task, of meeting, due 2026-03-02T18:00:00"},
		{"task 3 kal 5 baje se parson 6 baje kar do", "update task, due 2026-03-04T18:00:00, task 3"},
		{"peer ki meeting budh ko kar do", "update task, of meeting, due 2026-03-04"},
		{"aaj ke sare kaam kal pe kar do", "update task, due 2026-03-03"},
		{"shadi 20 ko hai, kapron wala kaam 15 ko kar do", "update task, of kapron, due 2026-03-15"},
		{"bijli wala 5 ko complete karo", "complete task, of bijli"},
		{"kal 5 baje se 6 baje tak class hai likh lo", "create task, title class, due 2026-03-03T17:00:00"},
		{"jumme ko mehman aa rahe hain, jumeraat ko gosht lana likh lo", "create task, title gosht lana, due 2026-03-05"},
		{"budh ko paper hai, mangal ki raat ko revision yaad dilana", "create task, title revision, due 2026-03-03"},
		{"kal subah 9 baje class hai, 8 baje uthna hai yaad dila do", "create task, title uthna, due 2026-03-03T08:00:00"},
		{"kal jana hai market, doodh lana likh lo", "create task, title doodh lana, due 2026-03-03"},
		{"کل کی میٹنگ پرسوں کر دو", "update task, of میٹنگ, due 2026-03-04"},
		{"پانچ بجے والی میٹنگ چھ بجے کر دو", "update task, of میٹنگ, due 2026-03-02T18:00:00"},
		{"بجلی والا کام ۲۰ کو کر دو", "update task, of بجلی, due 2026-03-20"},
		{"پیر کو امتحان ہے، اتوار کو تیاری کرنا یاد دلا دینا", "create task, title تیاری کرنا, due 2026-03-08"},
		{"رات نو بجے دعوت ہے، آٹھ بجے تیار ہونا یاد دلا دیں", "create task, title تیار ہونا, due 2026-03-02T20:00:00"},
	})
}

// A weekday between a verb and its object is what the thing is called by, and what a task is to say is its time where it is nothing else.
func TestAWeekdayOfAThingIsNoTime(t *testing.T) {
	states(t, [][2]string{
		{"add buy Friday magazine for Nani", "create task, title buy Friday magazine for Nani"},
		{"remind me to get Monday's paper", "create task, title get Monday's paper"},
		{"remind me to read Sunday", "create task, title read, due 2026-03-08"},
		{"the passport task should say 4th april", "update task, of passport, due 2026-04-04"},
		{"make the rent one say friday", "update task, of rent, due 2026-03-06"},
	})
}

// That another rhythm will not do is why one is ordered.
func TestAnotherRhythmIsNoRefusal(t *testing.T) {
	states(t, [][2]string{
		{"kamray ki safai wala roz ka kar do weekly se kaam nahi chalta", "update task, of kamray ki safai, every daily"},
		{"paudon wala rozana kar do, haftawar se guzara nahi hota", "update task, of paudon, every daily"},
		{"gym wala task daily kar do weekly kafi nahi", "update task, of gym, every daily"},
		{"ورزش والا روزانہ کر دیں، ہفتہ وار سے کام نہیں چلتا", "update task, of ورزش, every daily"},
		{"task 5 daily mat karo", "unknown"},
	})
}

// Hours in words, days by their number and days of every month are read as people tell them.
func TestTimesThatAreToldInPassing(t *testing.T) {
	states(t, [][2]string{
		{"lunch with nan tomorrow at one, add it", "create task, title lunch with nan, due 2026-03-03T13:00:00"},
		{"add tea with Sue on the 15th of March at one in the afternoon", "create task, title tea with Sue, due 2026-03-15T13:00:00"},
		{"bank jana hai mangal ko subah saade das, remind", "create task, title bank jana, due 2026-03-03T10:30:00"},
		{"remind me Wednesday week to return the books", "create task, title return the books, due 2026-03-11"},
		{"add eye test Thursday week at 3pm", "create task, title eye test, due 2026-03-12T15:00:00"},
		{"every 15th of the month remind me to pay the gardener", "create task, title pay the gardener, due 2026-03-15, every monthly"},
		{"har 10 tareekh ko kameti deni hai likh lo", "create task, title kameti deni, due 2026-03-10, every monthly"},
		{"ہر پندرہ تاریخ کو کمیٹی دینی ہے، لکھ لیں", "create task, title کمیٹی دینی, due 2026-03-15, every monthly"},
		{"electricity bill wala 10 tak extend kr do", "update task, of electricity bill, due 2026-03-10"},
		{"fees wala kaam 28 tak kar dein", "update task, of fees, due 2026-03-28"},
		{"رپورٹ والا ۱۸ تک بڑھا دیں", "update task, of رپورٹ, due 2026-03-18"},
		{"guzishta roz ki hadith dikhao", "get daily hadith, date 2026-03-01"},
		{"گزشتہ روز کی حدیث دوبارہ دکھائیں", "get daily hadith, date 2026-03-01"},
		{"fajr ke saath kaun se kaam rakhe hue hain maine", "list tasks, with Fajr"},
	})
}

// Cities are known as people shorten them, by where one is going, and masjids by names with words that mean something else.
func TestPlacesAreKnownAsTheyAreTyped(t *testing.T) {
	states(t, [][2]string{
		{"khi me aj iftari kitne bje", "get prayer times, prayer Maghrib, city Karachi"},
		{"lhr me fajr", "get prayer times, prayer Fajr, city Lahore"},
		{"prayer times in fsd", "get prayer times, city Faisalabad"},
		{"rwp ki namaz k auqat", "get prayer times, city Rawalpindi"},
		{"wo lhr gaya hai, fajr kab hai", "get prayer times, prayer Fajr"},
		{
			"I'm travelling to Galway on Saturday. When would Fajr be there that morning?",
			"get prayer times, prayer Fajr, date 2026-03-07, city Galway",
		},
		{"heading to Bergen tomorrow, what time is maghrib there", "get prayer times, prayer Maghrib, date 2026-03-03, city Bergen"},
		{"I'm going to work, when is asr there", "get prayer times, prayer Asr"},
		{"saturday ko lahore ja raha hun, itwar ko fajr kab hogi wahan", "get prayer times, prayer Fajr, date 2026-03-08, city Lahore"},
		{"driving to Leeds friday, when is isha there saturday night", "get prayer times, prayer Isha, date 2026-03-07, city Leeds"},
		{"maghrib in Leeds the evening of the 12th", "get prayer times, prayer Maghrib, date 2026-03-12, city Leeds"},
		{"fajr's at what time in Toronto on Saturday", "get prayer times, prayer Fajr, date 2026-03-07, city Toronto"},
		{"teen masjidein dikhao clifton mein", "list masjids"},
		{"masjid mahabat khan dhoondo", "search masjids, masjid masjid mahabat khan"},
		{"search for Jame Mosque please", "search masjids, masjid Jame Mosque"},
		{"find a jamia masjid near me", "search masjids"},
		{"do darwaza masjid mein jumma kitne baje parhate hain", "get prayer times, prayer Jummah, masjid do darwaza masjid"},
		{"دو دروازہ مسجد میں جمعہ کب ہے", "get prayer times, prayer Jummah, masjid دو دروازہ مسجد"},
		{"jumuah at the Islamic Cultural Centre, what time does it start", "get prayer times, prayer Jummah, masjid Islamic Cultural Centre"},
		{"do masjid dikhao", "list masjids"},
		{"jummah at masjid bilal", "get prayer times, prayer Jummah, masjid masjid bilal"},
	})
}

// An hour that is said anew behind a no takes the place of the one before it, with minutes too; that no is no "number".
func TestAnHourWithMinutesIsSaidAnewBehindANo(t *testing.T) {
	states(t, [][2]string{
		{"add basketball tryouts thurs 4pm, wait no 4:30", "create task, title basketball tryouts, due 2026-03-05T16:30:00"},
		{"add basketball tryouts thurs 4pm, no, 4:30", "create task, title basketball tryouts, due 2026-03-05T16:30:00"},
		{"add swimming class friday 5pm no 5:30", "create task, title swimming class, due 2026-03-06T17:30:00"},
		{"remind me to call abu tomorrow 9am no 9:15", "create task, title call abu, due 2026-03-03T09:15:00"},
		{"note the parents meeting monday 3pm, sorry no 3:45", "create task, title parents meeting, due 2026-03-09T15:45:00"},
		{"jumay ko darzi ke paas jana add karo 4 baje, no 4:30", "create task, title darzi ke paas jana, due 2026-03-06T16:30:00"},
		{"kal dentist ka task add karo 4 baje nahi 5 baje", "create task, title dentist, due 2026-03-03T17:00:00"},
		{"ہفتے کو بارہ بجے بینک جانا ہے، نہیں ساڑھے بارہ بجے، لکھ لو", "create task, title بینک جانا, due 2026-03-07T12:30:00"},
	})
}

// The day in whose place another is put is no number of a task, and who decided it is no part of its name.
func TestTheDayThatATaskLeavesIsNoNumber(t *testing.T) {
	states(t, [][2]string{
		{"We decided the bazaar is on the 28th not the 21st, kindly correct it", "update task, of bazaar, due 2026-03-28"},
		{"we've agreed the jumble sale is on the 14th not the 15th, please change it", "update task, of jumble sale, due 2026-03-14"},
		{"turns out the dentist is on the 12th not the 10th, update it", "update task, of dentist, due 2026-03-12"},
		{"the demo moved, its 11th march 3.30 pm now instead of the 10th, update it pls", "update task, of demo, due 2026-03-11T15:30:00"},
		{"the interview moved, it's the 12th now instead of the 10th, update it please", "update task, of interview, due 2026-03-12"},
		{"rota wala task 4 nahi 6 march ko kar dein", "update task, of rota, due 2026-03-06"},
		{"doodh wala task 5 nahi 7 tareekh ko kar do", "update task, of doodh, due 2026-03-07"},
		{"پکنک والا ٹاسک 12 نہیں 14 مارچ کو کر دو", "update task, of پکنک, due 2026-03-14"},
		{"task 5 nahi 6 complete karo", "complete task, task 6"},
	})
}
