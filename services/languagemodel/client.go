// Package languagemodel is the one way in which the platform asks a language model: an endpoint that speaks OpenAI's
// chat completions, wherever it runs. A question is asked once: trying again is the caller's to decide, who learns from
// the error whether no answer came (NoAnswerError) or one that cannot be used (BadAnswerError).
package languagemodel

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/metric/noop"

	"github.com/salaatflow/platform/services/clock"
)

// Options say which model to ask, and who hears of it.
type Options struct {
	// Config is what the operator chose.
	Config Config
	// Clock measures how long answers took; nil is the system's.
	Clock clock.Clock
	// MeterProvider gets how long answers took, by outcome; nil measures nothing.
	MeterProvider metric.MeterProvider
}

// Client asks one model. It is safe for concurrent use. A nil Client is one that is switched off: see Enabled.
type Client struct {
	completions openai.ChatCompletionService
	transport   *http.Transport
	model       string
	timeout     time.Duration
	clock       clock.Clock
	durations   durations
}

// New makes a client; it asks nothing yet. Without a URL it gives a nil Client, which is fine to have. Close it after
// use.
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
	// Not openai.NewClient, which also reads keys, headers and addresses from the environment.
	c.completions = openai.NewChatCompletionService(requestOptions(options.Config, c.transport)...)
	return c, nil
}

func requestOptions(config Config, transport *http.Transport) []option.RequestOption {
	chosen := []option.RequestOption{
		option.WithBaseURL(config.URL),
		option.WithHTTPClient(&http.Client{Transport: wholeAnswers{transport}}),
		option.WithMaxRetries(0),
	}
	if config.Key != "" {
		chosen = append(chosen, option.WithAPIKey(config.Key.Reveal()))
	}
	return chosen
}

// Enabled tells whether there is a model to ask.
func (c *Client) Enabled() bool { return c != nil }

// Model is the name of the model that is asked; empty when there is none.
func (c *Client) Model() string {
	if c == nil {
		return ""
	}
	return c.model
}

// Timeout is how long one answer may take; 0 when there is no model.
func (c *Client) Timeout() time.Duration {
	if c == nil {
		return 0
	}
	return c.timeout
}

// Close gives idle connections back. It does not end what is being asked.
func (c *Client) Close() {
	if c != nil {
		c.transport.CloseIdleConnections()
	}
}

// ask asks once, and reads the message that the model answered with.
func (c *Client) ask(
	ctx context.Context, params openai.ChatCompletionNewParams, read func(openai.ChatCompletionMessage) error,
) error {
	if c == nil {
		return &NoAnswerError{Reason: Off}
	}
	params.Model = c.model
	began := c.clock.Now()
	message, err := c.attempt(ctx, params)
	if err == nil {
		err = read(message)
	}
	c.durations.record(ctx, c.clock.Since(began), err)
	return err
}

func (c *Client) attempt(
	ctx context.Context, params openai.ChatCompletionNewParams,
) (message openai.ChatCompletionMessage, err error) {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	var response *http.Response
	completion, err := c.completions.New(ctx, params, option.WithResponseInto(&response))
	if err != nil {
		return message, c.failure(ctx, response, err)
	}
	return answered(completion)
}

// answered gives the first choice's message, or says why it is none.
func answered(completion *openai.ChatCompletion) (message openai.ChatCompletionMessage, err error) {
	if len(completion.Choices) == 0 {
		return message, &BadAnswerError{Problem: "it has no choices"}
	}
	choice := completion.Choices[0]
	switch {
	case choice.Message.Refusal != "":
		return message, &BadAnswerError{Problem: "the model refuses to answer"}
	case choice.FinishReason == "length":
		return message, &BadAnswerError{Problem: "it is longer than the model may answer"}
	case choice.FinishReason == "content_filter":
		return message, &BadAnswerError{Problem: "a filter of the endpoint withheld it"}
	default:
		return choice.Message, nil
	}
}

// failure says which of the two kinds of error it was.
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
