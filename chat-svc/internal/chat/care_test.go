package chat_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/chat"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/toolresult"
)

// Grief and danger are answered with words, in the script they come in. No tool is called.
func TestGriefAndDangerAreAnsweredWithWords(t *testing.T) {
	c := newChat(t, func(tool string, _ map[string]any) *toolresult.Result {
		t.Errorf("%s is called", tool)
		return &toolresult.Result{}
	})
	for message, want := range map[string]string{
		"my father passed away": "Inna lillahi wa inna ilayhi raji'un.", "ammi guzar gayin": "Inna lillahi wa inna ilaihi rajioon.",
		"میری والدہ کا انتقال ہو گیا": "انا للہ و انا الیہ راجعون۔", "i want to die": "In Pakistan: 1122 for an ambulance, 15 for the police.",
		"میں مر جانا چاہتی ہوں": "پاکستان میں: ایمبولینس کے لیے ۱۱۲۲، پولیس کے لیے ۱۵۔", "my husband hits me": "15 for the police",
		"sab khatam ho gaya": "ambulance ke liye 1122", "زندگی ختم": "۱۱۲۲", "meri talaq ho gayi": "Allah aap ke liye aasani kare",
		"my mother is very sick": "full health", "my father died, delete the meeting": "Nothing else was done now.",
		"ammi ka inteqal ho gaya, when is asr and show my tasks": "Inna lillahi",
	} {
		answer, err := c.Turn(caller(t, ""), chat.Request{Message: message})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(answer.Message, want) || answer.Tool != nil || answer.Asks != nil || answer.Intent != detect.Unknown {
			t.Errorf("%q is answered %+v, want %q", message, answer, want)
		}
	}
}

// The numbers are those of the user's country, which is told, and those of Pakistan where none are known.
func TestTheNumbersAreOfTheCountry(t *testing.T) {
	c := newChat(t, nil)
	for zone, want := range map[string]string{
		"Europe/London":   "In the United Kingdom: 999 for every emergency, 116 123 to talk to somebody.",
		"America/Chicago": "911 for every emergency, 988",
		"Asia/Dubai":      "998 for an ambulance, 999 for the police", "Africa/Ouagadougou": "In Pakistan: 1122",
		"Etc/GMT+5": "In Pakistan: 1122",
	} {
		answer, err := c.Turn(caller(t, zone), chat.Request{Message: "i want to kill myself"})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(answer.Message, want) || !strings.Contains(answer.Message, "In any other country call its emergency number") {
			t.Errorf("in %s the answer is %q, want %q", zone, answer.Message, want)
		}
	}
}

// A question that was open is asked no more, so that nothing said to a condolence answers it.
func TestAnOpenQuestionEndsWithGrief(t *testing.T) {
	c := newChat(t, func(tool string, _ map[string]any) *toolresult.Result {
		t.Errorf("%s is called", tool)
		return &toolresult.Result{}
	})
	ctx := caller(t, "")
	asked, err := c.Turn(ctx, chat.Request{Message: "add a task"})
	if err != nil || asked.Asks == nil {
		t.Fatalf("nothing is asked: %+v, %v", asked, err)
	}
	for _, message := range []string{"my grandmother died", "yes", "thank you"} {
		answer, err := c.Turn(ctx, chat.Request{Message: message, ConversationID: asked.ConversationID})
		if err != nil || answer.Asks != nil || answer.Tool != nil {
			t.Errorf("%q is answered %+v, %v", message, answer, err)
		}
	}
}

func caller(t *testing.T, zone string) context.Context {
	t.Helper()
	of := identity.Caller{UserID: 7}
	if zone != "" {
		location, err := time.LoadLocation(zone)
		if err != nil {
			t.Fatal(err)
		}
		of.Timezone = location
	}
	return identity.NewContext(t.Context(), of)
}
