package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/peterh/liner"

	"github.com/salaatflow/platform/gateway/client"
	"github.com/salaatflow/platform/salaatflow/internal/output"
	"github.com/salaatflow/platform/services/clock"
)

// retryInterval is how often a gateway that is away is tried again.
const retryInterval = time.Second

// prompter is a conversation with a person at a terminal.
type prompter struct {
	talk
	clock  clock.Clock
	colour bool
}

const promptHelp = `Type a message in English, Roman Urdu or Urdu, or:
  /help         this help
  /new          begin a new conversation
  /lang [NAME]  show or set the language of your profile: en, ur-Latn or ur
  /exit         end, as Ctrl-D does
Ctrl-C clears the line, or stops waiting for an answer. The up arrow brings back what you typed before, Ctrl-R searches it.`

var promptCommands = []string{"/help", "/new", "/lang ", "/exit"}

// converse talks until the person ends it, or the program is told to stop. Ctrl-C is for the line or the turn.
func (p *prompter) converse(ctx context.Context) error {
	ctx, stop := signal.NotifyContext(context.WithoutCancel(ctx), syscall.SIGTERM)
	defer stop()
	editor := liner.NewLiner()
	editor.SetCtrlCAborts(true)
	editor.SetCompleter(func(line string) []string {
		return slices.DeleteFunc(slices.Clone(promptCommands), func(c string) bool { return line == "" || !strings.HasPrefix(c, line) })
	})
	kept := openHistory(editor)
	defer func() { _ = editor.Close() }() // sets the terminal back; a failure cannot be mended
	defer kept.save(editor)
	p.note("Ask in English, Roman Urdu or Urdu. /help says what else there is.")
	for {
		line, err := read(ctx, editor)
		switch {
		case errors.Is(err, liner.ErrPromptAborted):
			continue
		case errors.Is(err, io.EOF):
			fmt.Fprintln(p.out)
			return nil
		case ctx.Err() != nil:
			fmt.Fprintln(p.out)
			return nil
		case err != nil:
			return err
		}
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		editor.AppendHistory(line)
		if !strings.HasPrefix(line, "/") {
			p.turn(ctx, func(ctx context.Context) error { return p.sayAgain(ctx, line) })
			continue
		}
		words := strings.Fields(line)
		if words[0] == "/exit" {
			return nil
		}
		p.command(ctx, words)
	}
}

// read reads a line, or returns when ctx ends. The pending read then ends with the program.
func read(ctx context.Context, editor *liner.State) (string, error) {
	type typed struct {
		line string
		err  error
	}
	done := make(chan typed, 1)
	go func() {
		line, err := editor.Prompt(prompt)
		done <- typed{line, err}
	}()
	select {
	case is := <-done:
		return is.line, is.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func (p *prompter) command(ctx context.Context, words []string) {
	switch words[0] {
	case "/help":
		p.note(promptHelp)
	case "/new":
		p.id = ""
		p.note("This is a new conversation.")
	case "/lang":
		p.turn(ctx, func(ctx context.Context) error { return p.language(ctx, words[1:]) })
	default:
		p.note("There is no " + words[0] + ": /help names what there is.")
	}
}

func (p *prompter) language(ctx context.Context, words []string) error {
	var me client.User
	var err error
	if len(words) > 0 {
		me, err = p.gateway.SetLanguage(ctx, words[0], p.user)
	} else {
		me, err = p.gateway.Me(ctx, p.user)
	}
	if err == nil {
		p.note("The language of your profile is " + me.Language + ".")
	}
	return err
}

// turn does something that Ctrl-C stops.
func (p *prompter) turn(ctx context.Context, do func(context.Context) error) {
	turn, stop := signal.NotifyContext(ctx, os.Interrupt)
	defer stop()
	err := do(turn)
	switch {
	case turn.Err() != nil && ctx.Err() == nil:
		p.note("Stopped waiting. What was sent may have been carried out.")
	case err != nil && !errors.Is(err, errReported) && ctx.Err() == nil:
		p.print("31", err.Error())
	}
}

// sayAgain sends a message, and waits for a gateway that is away. It sends the message again only if it was not heard.
func (p *prompter) sayAgain(ctx context.Context, message string) error {
	for told := false; ; told = true {
		reply, err := p.exchange(ctx, message)
		if err == nil {
			p.print(p.shade(reply), reply.Message)
			return nil
		}
		starting := told && errors.Is(err, client.ErrChatAway) // the gateway is back before the chat is
		if !starting && !errors.Is(err, client.ErrUnreachable) || ctx.Err() != nil {
			return err
		}
		if !told {
			p.note("The gateway does not answer. Waiting for it; Ctrl-C stops that.")
		}
		if !starting && !unheard(err) {
			if err := p.wait(ctx); err != nil {
				return err
			}
			p.note("It answers again, but may have heard your last message: look before you repeat it.")
			return nil
		}
		if err := pause(ctx, p.clock); err != nil {
			return err
		}
	}
}

// exchange sends a message in the conversation, or in a new one if that has expired.
func (p *prompter) exchange(ctx context.Context, message string) (*client.Reply, error) {
	reply, err := p.gateway.Chat(ctx, message, p.id, p.user)
	if errors.Is(err, client.ErrNoConversation) {
		reply, err = p.gateway.Chat(ctx, message, "", p.user)
	}
	if err == nil {
		p.id = reply.ConversationID
	}
	return reply, err
}

func (p *prompter) shade(reply *client.Reply) string {
	if reply.Success {
		return ""
	}
	return "33"
}

// unheard reports whether a message has not reached the gateway, because there was no connection.
func unheard(err error) bool {
	var failed *net.OpError
	return errors.As(err, &failed) && failed.Op == "dial"
}

// wait returns when the gateway answers again.
func (p *prompter) wait(ctx context.Context) error {
	for {
		if err := pause(ctx, p.clock); err != nil {
			return err
		}
		if _, err := p.gateway.Tools(ctx); !errors.Is(err, client.ErrUnreachable) {
			return nil
		}
	}
}

func pause(ctx context.Context, clock clock.Clock) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-clock.After(retryInterval):
		return nil
	}
}

// note prints what the program says itself.
func (p *prompter) note(text string) { p.print("2", text) }

// print prints text in a colour of ECMA-48, if there are colours.
func (p *prompter) print(colour, text string) {
	text = output.Readable(text)
	if p.colour && colour != "" {
		text = "\x1b[" + colour + "m" + text + "\x1b[0m"
	}
	fmt.Fprintln(p.out, text)
}
