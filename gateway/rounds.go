package gateway

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/secretfile"
	"github.com/salaatflow/platform/services/setting"
	"github.com/salaatflow/platform/services/toolround"
)

// mostRoundKey bounds the file of the key, in bytes.
const mostRoundKey = 4 << 10

// newRounds returns what seals the state of tools that ask. Gateways with the same key can each go on where another was asked.
func newRounds(config Config, clk clock.Clock) (*toolround.Sealer, error) {
	key := toolround.NewKey()
	if file := cmp.Or(config.RoundKeyFile, config.SignIn.SessionKeyFile); file != "" {
		seen, err := secretfile.Stat(file)
		if err == nil {
			err = seen.Check(file)
		}
		if err != nil {
			return nil, setting.Wrong(fmt.Errorf("--round-key-file: %w", err))
		}
		text, err := secretfile.Read(file, mostRoundKey)
		if err != nil {
			return nil, setting.Wrong(fmt.Errorf("--round-key-file: %w", err))
		}
		key = []byte(strings.TrimSpace(string(text)))
	}
	sealer, err := toolround.NewSealer(key, clk)
	if err != nil {
		return nil, setting.Wrong(fmt.Errorf("--round-key-file: %w", err))
	}
	return sealer, nil
}
