// Package languagemodel is the platform's one client of language models: endpoints that speak OpenAI's chat completions,
// wherever they run. It sends each request once. The caller decides whether to retry, by the error: no answer came
// (NoAnswerError), or the answer cannot be used (BadAnswerError).
package languagemodel

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/sashabaranov/go-openai"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/metric/noop"

	"github.com/salaatflow/platform/services/clock"
)

// Options configures a Client.
type Options struct {
	// Config holds the operator's settings.
	Config Config
	// Clock measures how long answers took; nil is the system's.
	Clock clock.Clock
	// MeterProvider receives the durations of answers, by outcome; nil measures nothing.
	MeterProvider metric.MeterProvider
}

// Client asks one model. It is safe for concurrent use. A nil Client is disabled; see Enabled.
type Client struct {
	endpoint  openai.ClientConfig
	transport *http.Transport
	model     string
	timeout   time.Duration
	clock     clock.Clock
	durations durations
}

// New returns a client, without sending anything yet. Without a URL it returns a nil Client, which may be used. Close it
// after use.
func New(options Options) (*Client, error) {
	if err := options.Config.Validate(); err != nil {
		return nil, err
	}
	if !options.Config.Enabled() {
		return nil, nil
	}
	if options.MeterProvider == nil {
		options.MeterProvider = noop.NewMeterProvider()
	}
	measured, err := newDurations(options.MeterProvider, options.Config.Model)
	if err != nil {
		return nil, err
	}
	c := &Client{
		transport: newTransport(),
		model:     options.Config.Model,
		timeout:   options.Config.Timeout,
		clock:     options.Clock,
		durations: measured,
	}
	if c.timeout == 0 {
		c.timeout = DefaultTimeout
	}
	if c.clock == nil {
		c.clock = clock.System()
	}
	c.endpoint = openai.DefaultConfig(options.Config.Key.Reveal())
	c.endpoint.BaseURL = options.Config.URL
	return c, nil
}

// Enabled reports whether there is a model to ask.
func (c *Client) Enabled() bool { return c != nil }

// Model returns the name of the model; empty when there is none.
func (c *Client) Model() string {
	if c == nil {
		return ""
	}
	return c.model
}

// Timeout returns how long one answer may take; 0 when there is no model.
func (c *Client) Timeout() time.Duration {
	if c == nil {
		return 0
	}
	return c.timeout
}

// Close closes idle connections. It does not end requests in progress.
func (c *Client) Close() {
	if c != nil {
		c.transport.CloseIdleConnections()
	}
}

// ask sends one request, reads the message of the answer, and returns what the answer cost, also if the message cannot be used.
func (c *Client) ask(
	ctx context.Context, request openai.ChatCompletionRequest, read func(openai.ChatCompletionMessage) error,
) (Usage, error) {
	if c == nil {
		return Usage{}, &NoAnswerError{Reason: Off}
	}
	request.Model = c.model
	began := c.clock.Now()
	message, usage, err := c.attempt(ctx, request)
	if err == nil {
		err = read(message)
	}
	c.durations.record(ctx, c.clock.Since(began), err)
	return usage, err
}

func (c *Client) attempt(
	ctx context.Context, request openai.ChatCompletionRequest,
) (message openai.ChatCompletionMessage, usage Usage, err error) {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	exchange := &exchange{client: http.Client{Transport: wholeAnswers{c.transport}}}
	endpoint := c.endpoint
	endpoint.HTTPClient = exchange
	completion, err := openai.NewClientWithConfig(endpoint).CreateChatCompletion(ctx, request)
	if err != nil {
		return message, usage, c.failure(ctx, exchange.response, err)
	}
	usage = Usage{Prompt: completion.Usage.PromptTokens, Completion: completion.Usage.CompletionTokens}
	message, err = answered(completion)
	return message, usage, err
}

// answered returns the first choice's message, or an error if it has none.
func answered(completion openai.ChatCompletionResponse) (message openai.ChatCompletionMessage, err error) {
	if len(completion.Choices) == 0 {
		return message, &BadAnswerError{Problem: "it has no choices"}
	}
	choice := completion.Choices[0]
	switch {
	case choice.Message.Refusal != "":
		return message, &BadAnswerError{Problem: "the model refuses to answer"}
	case choice.FinishReason == openai.FinishReasonLength:
		return message, &BadAnswerError{Problem: "it is longer than the model may answer"}
	case choice.FinishReason == openai.FinishReasonContentFilter:
		return message, &BadAnswerError{Problem: "a filter of the endpoint withheld it"}
	default:
		return choice.Message, nil
	}
}

// failure returns err as one of the two kinds of error.
func (c *Client) failure(ctx context.Context, response *http.Response, err error) error {
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return &NoAnswerError{Reason: TimedOut, cause: fmt.Errorf("not within %s: %w", c.timeout, ctx.Err())}
	case ctx.Err() != nil:
		return &NoAnswerError{Reason: Cancelled, cause: ctx.Err()}
	case errors.Is(err, errTooLarge):
		return &BadAnswerError{Problem: errTooLarge.Error()}
	case response == nil:
		return &NoAnswerError{Reason: Unreachable, cause: err}
	case response.StatusCode >= http.StatusBadRequest:
		return refused(response, err, c.clock)
	default:
		return &BadAnswerError{Problem: "it is not what the protocol says an answer is"}
	}
}
