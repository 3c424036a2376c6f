package toolcache

import (
	"errors"

	"github.com/redis/rueidis"

	"github.com/salaatflow/platform/services/config"
)

// Config configures the Redis that instances share. The zero Config has none.
type Config struct {
	// URL is redis://, rediss:// (over TLS) or unix://; empty keeps the cache in the process.
	URL config.Secret `placeholder:"URL" help:"Cache tool classifications in this Redis: redis://HOST:PORT/DB, rediss://… over TLS, or unix://PATH; empty caches in the process."`
}

// Validate returns what is wrong, without showing the URL.
func (c Config) Validate() error {
	if c.URL == "" {
		return nil
	}
	if options, err := rueidis.ParseURL(c.URL.Reveal()); err != nil || len(options.InitAddress) != 1 {
		return errors.New("--redis-url: must be a URL such as redis://127.0.0.1:6379/0")
	}
	return nil
}
