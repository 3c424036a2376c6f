package detect_test

import "testing"

// A number that stands before an order counts money, people, an hour or a house, and is no task's, unless it is told as of one.
func TestANumberOfSomethingElseIsNoTasksNumber(t *testing.T) {
	namedByWords(t, map[string]string{
		"the hall is booked for two hundred, so tick the hall booking":                     "hall booking",
		"been at it since seven, cross off the car wash":                                   "car wash",
		"dentist is not the 4th its the 5th, change it":                                    "dentist",
		"the score was 3, mark football as done":                                           "football",
		"the guy at number 12 fixed it, so the boiler job is finished":                     "boiler job",
		"my neighbour from number four lent us a ladder so bin the ladder hire":            "ladder hire",
		"the milk from number nine, delete that one":                                       "milk from number nine",
		"no call for the window man noo, get shot of it":                                   "window man",
		"درزی نے پانچ بجے بلایا، پھر سات، کپڑے مل گئے، ٹک کر دو":                           "کپڑے",
		"the lady opposite number 3 has taken the cat so the cat sitter is off, remove it": "cat sitter",
	})
	d := detector(t)
	for sentence, task := range map[string]int{
		"I finished with 6, tick it off": 6, "no need for 6 anymore, bin it": 6, "sorted out 12 this morning, mark it": 12,
		"we've dropped 14, remove it": 14, "decided against number 4, remove it": 4, "4, delete it": 4, "so it's 4, tick it": 4,
		"yeah 4 delete it": 4, "the time on 4, change it to 5pm": 4, "the one I meant was 9, delete it": 9, "delete the thing at number 5": 5,
		"rename number 9 to call Sana": 9, "bas 9 ho gaya, tick kar do": 9, "yaar 61 delete": 61, "i did 4 tick it": 4,
	} {
		got := d.Detect(input(sentence))
		if got.Slots.TaskID == nil || *got.Slots.TaskID != task {
			t.Errorf("%q: %s %s, want %d", sentence, got.Intent, show(got.Slots), task)
		}
	}
}
