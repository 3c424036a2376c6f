package e2e

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jonboulle/clockwork"

	chatv1 "github.com/salaatflow/platform/proto/salaatflow/chat/v1"

	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/kit/kittest"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
)

// everyEdge goes on from each turn to the next: it uses what was asked, what was listed and what was done last.
var everyEdge = []string{
	"add a task", "Read Surah Mulk", "Fajr ka task bana do", "show my tasks", "complete the first one", "undo", "Asr kab hai?", "aur Isha?",
}

// A conversation is the same whichever way it is held.
func TestAConversationIsTheSameByEveryEdge(t *testing.T) {
	platform := harness.Start(t, harness.Options{Clock: clockwork.NewFakeClockAt(dialogueTime)})
	byREST := newTalk(platform)
	var said []string
	for _, message := range everyEdge {
		said = append(said, byREST.say(t, message).Message)
	}

	client := chatv1.NewChatServiceClient(platform.Service(t, "salaatflow.chat.v1.ChatService"))
	user := nextUser.Add(1)
	ctx := identity.NewContext(t.Context(), identity.Caller{UserID: user, Role: identity.RoleUser})
	conversation := ""
	for i, message := range everyEdge {
		answer, err := client.Chat(ctx, &chatv1.ChatRequest{Message: &message, ConversationId: &conversation})
		if err != nil || answer.GetMessage() != said[i] {
			t.Errorf("%q over gRPC: %q, %v; over REST: %q", message, answer.GetMessage(), err, said[i])
		}
		conversation = answer.GetConversationId()
	}

	command := exec.CommandContext(t.Context(), harness.Build(t, "../salaatflow", true),
		"chat", "--gateway", platform.URL, "--user", fmt.Sprint(nextUser.Add(1)))
	command.Stdin = strings.NewReader(strings.Join(everyEdge, "\n") + "\n")
	text, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	for i, message := range everyEdge {
		if want := "> " + message + "\n" + said[i] + "\n"; !strings.Contains(string(text), want) {
			t.Errorf("on the command line the chat should say\n%s\nin\n%s", want, text)
		}
	}

	// What was said over gRPC can be read over REST, by its user alone.
	path := "/api/v1/conversations/" + conversation
	read := send(t, platform, "GET", path+"?limit=3", "", as(user))
	newest := len(everyEdge) - 1
	if read.field(t, "turn_count") != float64(len(everyEdge)) || read.field(t, "turns.0.message") != everyEdge[newest] ||
		read.field(t, "turns.0.answer") != said[newest] || read.field(t, "turns.2.number") != float64(newest-1) {
		t.Errorf("the conversation: %s", read.body)
	}
	if got := send(t, platform, "GET", path, "", as(byREST.user)); got.status != http.StatusNotFound {
		t.Errorf("another user reads it: %+v", got)
	}
}

func TestPeopleReadAndDeleteTheirConversations(t *testing.T) {
	platform := harness.Start(t, harness.Options{Clock: clockwork.NewFakeClockAt(dialogueTime)})
	user := nextUser.Add(1)
	var ids []string
	for _, message := range []string{"add a task", "show my tasks", "Asr kab hai?"} {
		person := &talk{platform: platform, user: user}
		person.say(t, message)
		ids = append(ids, *person.id)
	}
	first := send(t, platform, "GET", "/api/v1/conversations?limit=2", "", as(user))
	if first.header.Get("X-Total-Count") != "3" || first.field(t, "1.turn_count") != float64(1) ||
		!strings.Contains(first.header.Get("Link"), `rel="next"`) {
		t.Fatalf("the first page: %+v", first)
	}
	next, _, _ := strings.Cut(strings.TrimPrefix(first.header.Get("Link"), "<"), ">")
	if second := send(t, platform, "GET", next, "", as(user)); second.header.Get("Link") != "" || second.field(t, "0.conversation_id") == nil {
		t.Errorf("the second page: %+v", second)
	}
	path := "/api/v1/conversations/" + ids[0]
	if got := send(t, platform, "DELETE", path, "", as(nextUser.Add(1))); got.status != http.StatusNotFound {
		t.Errorf("another user deletes it: %+v", got)
	}
	if got := send(t, platform, "DELETE", path, "", as(user)); got.status != http.StatusNoContent || got.body != "" {
		t.Errorf("it is deleted: %+v", got)
	}
	for _, method := range []string{"GET", "DELETE"} {
		if got := send(t, platform, method, path, "", as(user)); got.status != http.StatusNotFound {
			t.Errorf("%s of what was deleted: %+v", method, got)
		}
	}
	body := fmt.Sprintf(`{"message":"Read Surah Mulk","conversation_id":%q}`, ids[0])
	if got := send(t, platform, "POST", "/api/v1/chat", body, as(user)); got.status != http.StatusNotFound {
		t.Errorf("it goes on after it was deleted: %+v", got)
	}
	if got := send(t, platform, "GET", "/api/v1/conversations", ""); got.status != http.StatusUnauthorized {
		t.Errorf("nobody's list: %+v", got)
	}
}

// pair is two replicas of chat-svc on one database behind two gateways.
type pair struct {
	*cluster
	chats, gateways [2]*replica
}

func startPair(t *testing.T, arguments ...string) *pair {
	t.Helper()
	p := &pair{cluster: newCluster(t)}
	for i := range 2 {
		p.chats[i] = &replica{name: "chat-svc", ops: kittest.FreeAddress(t), arguments: append([]string{"--registry", p.registry}, arguments...)}
		p.gateways[i] = &replica{name: "gateway", address: kittest.FreeAddress(t), ops: kittest.FreeAddress(t)}
		p.gateways[i].arguments = []string{
			"--registry", p.registry, "--http", p.gateways[i].address, "--auth", "dev", "--required-tools", toolnames.ListTasks,
		}
		p.chats[i].start(t)
		p.gateways[i].start(t)
	}
	for i := range 2 {
		eventually(t, "the chat is ready", p.chats[i].isReady)
		eventually(t, "the gateway is ready", p.gateways[i].isReady)
		p.URL = "http://" + p.gateways[i].address
		eventually(t, "the gateway knows the chat", func() bool { status, _ := p.chat(t, "hello"); return status == http.StatusOK })
	}
	return p
}

// Two replicas behind two gateways hold one conversation, even if one of them is killed in its course.
func TestAConversationOutlivesEveryReplicaThatIsKilled(t *testing.T) {
	t.Parallel()
	for engine, database := range map[string]func(*testing.T) string{
		"PostgreSQL": func(t *testing.T) string { return sqltest.StartServer(t).URL() },
		"SQLite":     func(t *testing.T) string { return "sqlite:" + filepath.Join(t.TempDir(), "chat.db") },
	} {
		t.Run(engine, func(t *testing.T) {
			url := database(t)
			(&cluster{}).migrate(t, "chat-svc", url)
			p := startPair(t, "--database-url", url)
			conversation, turns := "", 0
			say := func(gateway int, message, want string) {
				t.Helper()
				p.URL = "http://" + p.gateways[gateway].address
				status, answer := p.chatIn(t, conversation, message)
				if status == http.StatusServiceUnavailable {
					// The gateway sent it to a replica that was just killed, and cannot know whether that had begun. The
					// person says it again, and the number of turns tells that the first time left nothing behind.
					status, answer = p.chatIn(t, conversation, message)
				}
				if status != http.StatusOK || !strings.Contains(answer, want) {
					t.Errorf("%q by gateway %d: %d %s", message, gateway, status, answer)
				}
				conversation = memberOf(t, answer, "conversation_id")
				turns++
			}
			say(0, "add a task", `"asks":"title"`)
			p.chats[0].kill(t)
			say(1, "Read Surah Mulk", `"title":"Read Surah Mulk"`)
			p.chats[0].start(t)
			eventually(t, "the chat is ready again", p.chats[0].isReady)
			p.gateways[0].kill(t)
			say(1, "complete it", `"completed":true`)
			p.gateways[0].start(t)
			eventually(t, "the gateway is ready again", p.gateways[0].isReady)
			p.chats[1].kill(t)
			p.gateways[1].kill(t)
			say(0, "undo", `"completed":false`)
			read := get(t, "http://"+p.gateways[0].address+"/api/v1/conversations/"+conversation+"?user_id=1")
			if !strings.Contains(read, fmt.Sprintf(`"turn_count":%d`, turns)) {
				t.Errorf("the conversation: %s", read)
			}
		})
	}
}

// get returns the body of a gateway's answer with status 200.
func get(t *testing.T, url string) string {
	t.Helper()
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d %s, %v", url, answer.StatusCode, body, err)
	}
	return string(body)
}

// memberOf returns a text in a JSON object.
func memberOf(t *testing.T, object, name string) string {
	t.Helper()
	var members map[string]any
	if err := json.Unmarshal([]byte(object), &members); err != nil {
		t.Fatalf("%v: %s", err, object)
	}
	text, _ := members[name].(string)
	return text
}
