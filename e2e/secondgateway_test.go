package e2e

import (
	"context"
	"io"
	"testing"

	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/gateway"
	"github.com/salaatflow/platform/services/kit"
)

// startGateway runs another gateway for the services of a platform, until the test ends, and returns its URL.
func startGateway(t *testing.T, platform *harness.Platform, change func(*gateway.Config)) (url string) {
	t.Helper()
	config := gateway.DefaultConfig()
	config.HTTP, config.OpsAddress, config.Auth = "127.0.0.1:0", "127.0.0.1:0", "dev"
	config.Registry, config.DrainDelay, config.LogOutput = platform.Registry().String(), 0, io.Discard
	config.Credential.File = platform.CredentialFile()
	change(&config)
	started := make(chan *gateway.Gateway, 1)
	app, err := kit.NewApp(gateway.Module(config, func(g *gateway.Gateway) { started <- g }))
	if err != nil {
		t.Fatal(err)
	}
	if err := app.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := app.Stop(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	second := <-started
	if err := second.Await(t.Context()); err != nil {
		t.Fatal(err)
	}
	return "http://" + second.Addr().String()
}
