package chat_test

import (
	"slices"
	"testing"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/proto/toolnames"
)

// The language module does not know the platform, so it spells out the names of tools itself.
func TestEveryIntentIsATool(t *testing.T) {
	for _, intent := range []detect.Intent{
		detect.CreateTask, detect.ListTasks, detect.UpdateTask, detect.DeleteTask, detect.CompleteTask,
		detect.ListMasjids, detect.SearchMasjids, detect.GetMasjidDetails,
		detect.GetPrayerTimes, detect.GetCurrentPrayer, detect.GetIslamicDate, detect.GetDailyHadith, detect.GetRandomHadith,
	} {
		if !slices.Contains(toolnames.All(), string(intent)) {
			t.Errorf("%q is an intent, and no tool of the contract", intent)
		}
	}
}
