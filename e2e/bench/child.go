package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"

	"github.com/salaatflow/platform/e2e/bench/clients"
	"github.com/salaatflow/platform/e2e/bench/peers"
	"github.com/salaatflow/platform/gateway"
	hadithsvc "github.com/salaatflow/platform/hadith-svc"
	masjidsvc "github.com/salaatflow/platform/masjid-svc"
	registrysvc "github.com/salaatflow/platform/registry-svc"
	"github.com/salaatflow/platform/services/kit"
	taskssvc "github.com/salaatflow/platform/tasks-svc"
	userssvc "github.com/salaatflow/platform/users-svc"
)

// asGateway is the name of the gateway's program.
const asGateway = "gateway"

// programs are those that this program is when its first argument is their name.
var programs = map[string]func(){
	asGateway: func() {
		kit.Main(kit.Program[gateway.Config]{
			Name: asGateway, Default: gateway.DefaultConfig(),
			New: func(config gateway.Config) kit.Module { return gateway.Module(config, nil) },
		})
	},
	registrysvc.Name: func() {
		kit.Main(kit.Program[registrysvc.Config]{
			Name: registrysvc.Name, Default: registrysvc.DefaultConfig(), Without: registrysvc.Without(), New: registrysvc.Module,
		})
	},
	masjidsvc.Name: func() {
		kit.Main(kit.Program[masjidsvc.Config]{Name: masjidsvc.Name, Default: masjidsvc.DefaultConfig(), New: masjidsvc.Module})
	},
	userssvc.Name: func() {
		kit.Main(kit.Program[userssvc.Config]{Name: userssvc.Name, Default: userssvc.DefaultConfig(), New: userssvc.Module})
	},
	taskssvc.Name: func() {
		kit.Main(kit.Program[taskssvc.Config]{Name: taskssvc.Name, Default: taskssvc.DefaultConfig(), New: taskssvc.Module})
	},
	peers.GatewayName: func() { bePeer(peers.GatewayName) },
	peers.SDKName:     func() { bePeer(peers.SDKName) },
	asClients:         func() { exit(clients.Serve(context.Background(), os.Stdin, os.Stdout)) },
	hadithsvc.Name: func() {
		kit.Main(kit.Program[hadithsvc.Config]{Name: hadithsvc.Name, Default: hadithsvc.DefaultConfig(), New: hadithsvc.Module})
	},
}

// asClients is the name of the process that calls the others.
const asClients = "clients"

// beChild is one of the programs, if the arguments ask for it.
func beChild() {
	if len(os.Args) < 2 || programs[os.Args[1]] == nil {
		return
	}
	be := programs[os.Args[1]]
	os.Args = slices.Delete(os.Args, 1, 2)
	be()
}

func bePeer(name string) { exit(peers.Serve(name, os.Args[2:])) }

// exit ends the process.
func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// child is this program as another, in a process of its own.
type child struct {
	*exec.Cmd
	name string
	log  bytes.Buffer
}

// childCommand returns the command that is this program as another.
func childCommand(ctx context.Context, name string, flags ...string) (*exec.Cmd, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return exec.CommandContext(ctx, program, append([]string{name, "serve"}, flags...)...), nil
}

func startChild(ctx context.Context, name string, environ []string, flags ...string) (*child, error) {
	command, err := childCommand(ctx, name, flags...)
	if err != nil {
		return nil, err
	}
	c := &child{Cmd: command, name: name}
	c.Stderr = &c.log
	c.Env = append(os.Environ(), environ...)
	if err := c.Start(); err != nil {
		return nil, err
	}
	return c, nil
}

func (c *child) kill() error { return errors.Join(c.Process.Kill(), ignored(c.Wait())) }

// freeAddress returns an address on loopback at which nothing listens.
func freeAddress(ctx context.Context) (string, error) {
	listener, err := loopback(ctx)
	if err != nil {
		return "", err
	}
	return listener.Addr().String(), listener.Close()
}
