package detect_test

import (
	"testing"

	"github.com/salaatflow/platform/language/detect"
)

// An amount of time is read in each script, and only where nothing else is said.
func TestLengthIsAnAmountOfTime(t *testing.T) {
	d, err := detect.New()
	if err != nil {
		t.Fatal(err)
	}
	for typed, want := range map[string]detect.Length{
		"an hour": {Minutes: 60}, "30 minutes": {Minutes: 30}, "half an hour": {Minutes: 30}, "1 hour 20 minutes": {Minutes: 80},
		"two hours": {Minutes: 120}, "a day": {Days: 1}, "2 weeks": {Days: 14}, "a month": {Months: 1},
		"ek ghanta": {Minutes: 60}, "dedh ghanta": {Minutes: 90}, "aadha ghanta": {Minutes: 30}, "do din": {Days: 2}, "1 saal": {Months: 12},
		"ایک گھنٹہ": {Minutes: 60}, "تیس منٹ": {Minutes: 30}, "دو دن": {Days: 2}, "ایک ہفتہ": {Days: 7}, "۱۵ منٹ": {Minutes: 15},
	} {
		if got, ok := d.Length(typed); !ok || got != want {
			t.Errorf("%q is %+v, %v, want %+v", typed, got, ok, want)
		}
	}
	for _, typed := range []string{"", "an hour later", "report 2 days", "tomorrow", "5", "task 1", "do", "ہفتہ"} {
		if got, ok := d.Length(typed); ok {
			t.Errorf("%q is %+v, want no amount of time", typed, got)
		}
	}
}
