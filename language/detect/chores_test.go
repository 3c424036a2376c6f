package detect_test

import (
	"testing"

	"github.com/salaatflow/platform/language/detect"
)

// A verb that is one for removing a task is one for work, too: what says that it was done, or is to be added, removes nothing.
func TestAChoreRemovesNoTask(t *testing.T) {
	d := detector(t)
	for sentence, want := range map[string]detect.Intent{
		"take out the bin bags is done":                detect.CompleteTask,
		"wipe the tiles done":                          detect.CompleteTask,
		"throw out the empty jars is done":             detect.CompleteTask,
		"remove the weeds from the path is done":       detect.CompleteTask,
		"close the savings account is done":            detect.CompleteTask,
		"ghar saaf karna tha wo kar diya":              detect.CompleteTask,
		"bistar saaf karne the wo kar diye":            detect.CompleteTask,
		"purane akhbar phenkne the phenk diye":         detect.CompleteTask,
		"saman hatana tha wo ho gaya":                  detect.CompleteTask,
		"چھت صاف کرنی تھی وہ کر دی":                    detect.CompleteTask,
		"ردی پھینکنی تھی وہ پھینک دی":                  detect.CompleteTask,
		"clear the gravel path – add that":             detect.CreateTask,
		"remove the moss from the patio, add that":     detect.CreateTask,
		"lose ten kilos add this":                      detect.CreateTask,
		"delete the spam folder - put that on my list": detect.CreateTask,
		"clear the study on saturday":                  detect.CreateTask,
		"throw away the broken toys tomorrow":          detect.CreateTask,
		"I must wipe the fans by thursday":             detect.CreateTask,
		"makri ke jaale hatane hain parson":            detect.CreateTask,
		"add kachra phenkna":                           detect.CreateTask,
		"deletion of old files ka kaam add karo":       detect.CreateTask,
		"راستے سے پتھر ہٹانے ہیں کل":                   detect.CreateTask,

		"clear task 21":                    detect.DeleteTask,
		"wipe my list":                     detect.DeleteTask,
		"wipe out everything for tomorrow": detect.DeleteTask,
		"throw out the vet one":            detect.DeleteTask,
		"take out number 12 please":        detect.DeleteTask,
		"get rid of the dentist one":       detect.DeleteTask,
		"lose the dentist":                 detect.DeleteTask,
		"remove the dentist on friday":     detect.DeleteTask,
		"get rid of the meeting tomorrow":  detect.DeleteTask,
		"cancel the dentist on friday":     detect.DeleteTask,
		"delete gym done":                  detect.DeleteTask,
		"dentist hatana hai":               detect.DeleteTask,
		"dentist hata do":                  detect.DeleteTask,
		"task 7 saaf karna hai":            detect.DeleteTask,
		"kal wale saaf kar do":             detect.DeleteTask,
		"کام ۳ صاف کر دو":                  detect.DeleteTask,

		"don't take out the trash tomorrow": detect.Unknown,
		"he took the bins out":              detect.Unknown,
		"my son wiped the table":            detect.Unknown,
		"I will clear the shed":             detect.Unknown,
		"I never cleared the shed":          detect.Unknown,
		"who cleared the table":             detect.Unknown,
	} {
		if got, rule := d.Explain(input(sentence)); got.Intent != want {
			t.Errorf("%q is %s by %q, want %s", sentence, got.Intent, rule, want)
		}
	}
}

// What a chore is called has its verb in it.
func TestAChoreIsNamedWithItsVerb(t *testing.T) {
	titled(t, map[string]string{
		"clear the gutters – add that":                 "clear the gutters",
		"wipe down the shutters tomorrow at 5":         "wipe down the shutters",
		"lose ten kilos add this":                      "lose ten kilos",
		"delete the spam folder - put that on my list": "delete the spam folder",
		"add taps saaf karna":                          "taps saaf karna",
		"makri ke jaale hatane hain parson":            "makri ke jaale hatane",
	})
	d := detector(t)
	for sentence, want := range map[string]string{
		"wipe the tiles done":                  "wipe the tiles",
		"throw out the empty jars is done":     "throw out the empty jars",
		"purane akhbar phenkne the phenk diye": "purane akhbar phenkne",
	} {
		if got := d.Detect(input(sentence)); text(got.Slots.TaskRef) != want {
			t.Errorf("%q completes %q, want %q", sentence, text(got.Slots.TaskRef), want)
		}
	}
}
