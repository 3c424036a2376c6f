package web

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/salaatflow/platform/gateway/web/internal/door"
	"github.com/salaatflow/platform/gateway/web/internal/words"
)

// chatPart is a conversation.
type chatPart struct {
	Conversation string
	// Key makes a message that is sent twice count once.
	Key   string
	Turns []*turn
	// Quick are replies to what was said last; Examples are messages to begin with.
	Quick    []reply
	Examples []string
	// Dates lets the reader answer with a date.
	Dates bool
}

// turn is a message and its answer.
type turn struct {
	Message string `json:"message"`
	Answer  string `json:"answer"`
	// Language is the answer's.
	Language string `json:"language"`
	Tool     string `json:"tool"`
	Error    string `json:"error"`
	Asks     string `json:"asks"`
	// Arguments and Data are the tool's, as long as they are stored.
	Arguments map[string]any  `json:"arguments"`
	Data      json.RawMessage `json:"data"`
	Card      *card           `json:"-"`
}

// answered is what the chat answers.
type answered struct {
	Success      bool            `json:"success"`
	Message      string          `json:"message"`
	Language     string          `json:"language"`
	Conversation string          `json:"conversation_id"`
	Tool         string          `json:"tool"`
	Arguments    map[string]any  `json:"arguments"`
	Data         json.RawMessage `json:"data"`
	Asks         string          `json:"asks"`
	Error        string          `json:"error"`
	Detail       string          `json:"detail"`
}

func newChat(conversation string) *chatPart {
	return &chatPart{Conversation: conversation, Key: newKey()}
}

// page returns the address of the conversation.
func (c *chatPart) page() string { return "/?" + url.Values{"c": {c.Conversation}}.Encode() }

// read reads the turns of the conversation, the oldest first.
func (c *chatPart) read(p *Pages, r *http.Request) []*turn {
	const many = "30"
	var kept struct {
		Turns []*turn `json:"turns"`
	}
	call := door.Get("/api/v1/conversations/"+url.PathEscape(c.Conversation), url.Values{"limit": {many}})
	if p.door.Read(r.Context(), call, &kept) == nil {
		c.Turns = kept.Turns
		slices.Reverse(c.Turns)
		p.redraw(r, c.Turns, c.page())
	}
	return c.Turns
}

func examples(language *words.Language) []string {
	var some []string
	for i := 1; language.Has("chat.example." + strconv.Itoa(i)); i++ {
		some = append(some, language.Name("chat.example", strconv.Itoa(i)))
	}
	return some
}

// say sends a message and shows what is answered.
func (p *Pages) say(w http.ResponseWriter, r *http.Request) {
	pg := p.begin(r, "title.home")
	message := r.PostFormValue("message")
	said, chat := p.ask(r, message)
	if said == nil { // the reader's own fault: nothing was typed, or too much
		said = &answered{Language: pg.Tag, Error: "INVALID"}
		said.Message, _ = pg.Say("chat.refused")
	}
	last := &turn{Message: message, Answer: said.Message, Language: said.Language, Tool: said.Tool, Error: said.Error}
	if last.Card = cardOf(said); last.Card != nil {
		last.Card.Back = chat.page()
	}
	chat.Quick, chat.Dates = replies(p.languages[words.Choose("", said.Language)], said)
	if isPart(r) {
		chat.Turns = []*turn{last}
		if said.Conversation != "" {
			w.Header().Set("HX-Replace-Url", chat.page())
			// Perhaps: taking back what was deleted names no tool. After the swap, so that what is read again is of this conversation.
			w.Header().Set("HX-Trigger-After-Swap", "changed")
		}
		p.part(w, r, pg, "home", "answer", chat)
		return
	}
	if kept := chat.read(p, r); len(kept) > 0 {
		kept[len(kept)-1] = last
	} else {
		chat.Turns = []*turn{last}
	}
	p.showHome(w, r, pg, chat)
}

// ask sends a message to the chat. A conversation that has ended begins anew.
func (p *Pages) ask(r *http.Request, message string) (*answered, *chatPart) {
	conversation := r.PostFormValue("conversation_id")
	for {
		body := map[string]string{"message": message}
		if conversation != "" {
			body["conversation_id"] = conversation
		}
		answer, err := p.door.Do(r.Context(), door.Call{
			Method: http.MethodPost, Path: "/api/v1/chat", Body: body, Key: r.PostFormValue("key"),
		})
		var said answered
		if err == nil {
			err = json.Unmarshal(answer.Body, &said)
		}
		switch {
		case err == nil && said.Message != "":
			return &said, newChat(said.Conversation)
		case err == nil && answer.Status == http.StatusNotFound && conversation != "":
			conversation = ""
		default:
			return nil, newChat(conversation)
		}
	}
}
