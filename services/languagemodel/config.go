package languagemodel

import (
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/salaatflow/platform/services/config"
)

// DefaultTimeout is how long one answer may take.
const DefaultTimeout = 20 * time.Second

// Config is which model to ask. A service that asks one embeds it in its Config, with the tags `embed:"" prefix:"llm-"`.
// The zero Config asks none.
type Config struct {
	// URL of the endpoint, up to and without /chat/completions; empty asks none.
	URL string `placeholder:"URL" help:"Ask the OpenAI-compatible endpoint here, such as http://127.0.0.1:11434/v1; empty asks none."`
	// Model is the model's name, as the endpoint knows it.
	Model string `placeholder:"NAME" help:"Ask this model of the endpoint."`
	// Key is the bearer credential; empty sends none.
	Key config.Secret `help:"The endpoint's API key; empty sends none."`
	// Timeout is how long one answer may take; 0 is DefaultTimeout.
	Timeout time.Duration `help:"Give up on an answer after this time."`
}

// DefaultConfig asks no model.
func DefaultConfig() Config { return Config{Timeout: DefaultTimeout} }

// Enabled reports whether there is a model to ask.
func (c Config) Enabled() bool { return c.URL != "" }

// Validate returns an error that names each flag with a wrong value. Without a URL only the timeout is checked.
func (c Config) Validate() error {
	var wrong []error
	if c.Timeout < 0 {
		wrong = append(wrong, fmt.Errorf("--llm-timeout: %s is negative", c.Timeout))
	}
	if c.Enabled() {
		wrong = append(wrong, validateURL(c.URL))
		if c.Model == "" {
			wrong = append(wrong, errors.New("--llm-model: is required with --llm-url"))
		}
	}
	return errors.Join(wrong...)
}

func validateURL(address string) error {
	endpoint, err := url.Parse(address)
	switch {
	case err != nil || endpoint.Host == "" || (endpoint.Scheme != "http" && endpoint.Scheme != "https"):
		return errors.New("--llm-url: is not a URL such as http://127.0.0.1:11434/v1") // and may hold a password: not shown
	case endpoint.User != nil || endpoint.RawQuery != "" || endpoint.Fragment != "":
		return errors.New("--llm-url: contains more than an address; put the credential in --llm-key")
	default:
		return nil
	}
}
