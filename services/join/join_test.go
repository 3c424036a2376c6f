package join_test

import (
	"flag"
	"io"
	"log/slog"
	"strings"
	"testing"

	"google.golang.org/grpc"

	"github.com/salaatflow/platform/services/join"
)

// A service that would be unsafe, or could not work, does not start, and says which flag would help.
func TestWhatCannotWorkIsRefused(t *testing.T) {
	for _, c := range []struct {
		flags, want string
		descriptors []byte
	}{
		{"-listen 0.0.0.0:0", "-listen: at 0.0.0.0:0 anybody could say to be any user", nil},
		{"-listen 127.0.0.1", "-listen: ", nil},
		{"-tls-cert tls.crt", "--tls-key", nil},
		{"-tls-cert tls.crt -tls-key tls.key -tls-ca ca.crt", "tls.crt", nil},
		{"-credential-file nowhere", "nowhere", nil},
		{"-registry ,", "-registry: ", nil},
		{"-registry 127.0.0.1:1", "no descriptor set", []byte("files")},
	} {
		flags := flag.NewFlagSet("plants", flag.ContinueOnError)
		config := join.Flags(flags, "plants-svc", "v1.0.0")
		if err := flags.Parse(strings.Fields(c.flags)); err != nil {
			t.Fatal(err)
		}
		config.Out, config.Log = io.Discard, slog.New(slog.DiscardHandler)
		err := config.Serve(t.Context(), c.descriptors, func(grpc.ServiceRegistrar) {})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.flags, err, c.want)
		}
	}
}

// What the platform's own programs are told by the environment, a service of others is too; a flag wins.
func TestTheEnvironmentIsTheDefaultOfFlags(t *testing.T) {
	t.Setenv("SALAATFLOW_REGISTRY", "registry:9000")
	t.Setenv("SALAATFLOW_TLS_CA", "ca.crt")
	flags := flag.NewFlagSet("plants", flag.ContinueOnError)
	config := join.Flags(flags, "plants-svc", "v1.0.0")
	if err := flags.Parse([]string{"-tls-ca", "other.crt"}); err != nil {
		t.Fatal(err)
	}
	if config.Registry != "registry:9000" || config.TLS.CA != "other.crt" || config.Service != "plants-svc" {
		t.Errorf("%+v", config)
	}
}
