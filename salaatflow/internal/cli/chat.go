package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/peterh/liner"

	"github.com/salaatflow/platform/gateway/client"
)

type chatCommand struct {
	remote
	asUser
	Message string `arg:"" optional:"" help:"The message; without it there is a prompt, or each line of a file or another program is a message of one conversation." placeholder:"MESSAGE"`
}

// Run sends one message, or each line of the input.
func (c chatCommand) Run(ctx context.Context, streams Streams) error {
	gateway, err := c.client()
	if err != nil {
		return err
	}
	defer gateway.Close()
	talk := &talk{gateway: gateway, user: c.User, out: streams.Out}
	if c.Message != "" {
		return talk.say(ctx, c.Message)
	}
	if isTerminal(streams.In) && isTerminal(streams.Out) && liner.TerminalSupported() {
		person := &prompter{talk: *talk, clock: streams.clock(), colour: os.Getenv("NO_COLOR") == ""}
		return person.converse(ctx)
	}
	return talk.loop(ctx, streams.In)
}

// talk is a conversation on the command line.
type talk struct {
	gateway *client.Client
	user    int32
	id      string
	out     io.Writer
}

// say sends one message and prints the reply. It returns errReported if the reply is a failure.
func (t *talk) say(ctx context.Context, message string) error {
	reply, err := t.gateway.Chat(ctx, message, t.id, t.user)
	if err != nil {
		return err
	}
	t.id = reply.ConversationID
	fmt.Fprintln(t.out, reply.Message)
	if !reply.Success {
		return errReported
	}
	return nil
}

const prompt = "> "

// loop sends each line until the input ends. It prompts a person, and echoes lines from a file behind the prompt, so
// that the output is a transcript. A refused message does not end the conversation, but an unreachable gateway does.
func (t *talk) loop(ctx context.Context, in io.Reader) error {
	lines := readLines(ctx, in)
	shown := !isTerminal(in)
	for {
		if !shown {
			fmt.Fprint(t.out, prompt)
		}
		line, ok := next(ctx, lines)
		if !ok {
			return nil
		}
		if line == "" {
			continue
		}
		if shown {
			fmt.Fprintln(t.out, prompt+line)
		}
		if err := t.sayAndGoOn(ctx, line); err != nil {
			return err
		}
	}
}

func (t *talk) sayAndGoOn(ctx context.Context, line string) error {
	err := t.say(ctx, line)
	if errors.Is(err, client.ErrNoConversation) { // it has expired: begin a new one
		t.id = ""
		err = t.say(ctx, line)
	}
	if err == nil || errors.Is(err, errReported) {
		return nil
	}
	if errors.Is(err, client.ErrUnreachable) || ctx.Err() != nil {
		return err
	}
	fmt.Fprintln(t.out, err)
	return nil
}

func next(ctx context.Context, lines <-chan string) (string, bool) {
	select {
	case line, ok := <-lines:
		return strings.TrimSpace(line), ok
	case <-ctx.Done():
		return "", false
	}
}

// readLines reads lines until the input or ctx ends. A pending read then ends with the program.
func readLines(ctx context.Context, in io.Reader) <-chan string {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for scanner := bufio.NewScanner(in); scanner.Scan(); {
			select {
			case lines <- scanner.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	return lines
}
