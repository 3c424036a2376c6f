// Command settings writes docs/settings.md: every address, secret and setting of every program, from the structs that the
// programs read their settings into.
package main

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"

	auditsvc "github.com/salaatflow/platform/audit-svc"
	chatsvc "github.com/salaatflow/platform/chat-svc"
	"github.com/salaatflow/platform/gateway"
	hadithsvc "github.com/salaatflow/platform/hadith-svc"
	masjidsvc "github.com/salaatflow/platform/masjid-svc"
	registrysvc "github.com/salaatflow/platform/registry-svc"
	"github.com/salaatflow/platform/salaatflow/settings"
	"github.com/salaatflow/platform/services/config"
	skillssvc "github.com/salaatflow/platform/skills-svc"
	taskssvc "github.com/salaatflow/platform/tasks-svc"
	userssvc "github.com/salaatflow/platform/users-svc"
)

// program is a program with its settings.
type program struct {
	name  string
	flags []config.Flag
	// registers: it is one of the services, which have many settings in common.
	registers bool
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: settings FILE")
		os.Exit(2)
	}
	page, err := page()
	if err == nil {
		err = os.WriteFile(os.Args[1], page, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "settings:", err)
		os.Exit(1)
	}
}

func programs() ([]program, error) {
	var all []program
	for _, p := range []struct {
		name    string
		grammar any
		without []string
	}{
		{"gateway", grammar(gateway.DefaultConfig()), nil},
		{registrysvc.Name, grammar(registrysvc.DefaultConfig()), registrysvc.Without()},
		{userssvc.Name, grammar(userssvc.DefaultConfig()), nil},
		{taskssvc.Name, grammar(taskssvc.DefaultConfig()), nil},
		{masjidsvc.Name, grammar(masjidsvc.DefaultConfig()), nil},
		{hadithsvc.Name, grammar(hadithsvc.DefaultConfig()), nil},
		{skillssvc.Name, grammar(skillssvc.DefaultConfig()), nil},
		{chatsvc.Name, grammar(chatsvc.DefaultConfig()), nil},
		{auditsvc.Name, grammar(auditsvc.DefaultConfig()), nil},
	} {
		flags, err := config.Describe(p.grammar, config.Options{Name: p.name, Without: p.without})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
		all = append(all, program{p.name, flags, strings.HasSuffix(p.name, "-svc") && p.name != registrysvc.Name})
	}
	flags, err := settings.Up()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", upName, err)
	}
	return append(all, program{name: upName, flags: flags}), nil
}

// upName is the command that runs all programs in one process.
const upName = "salaatflow up"

// grammar is what kit.Program parses.
func grammar[C any](defaults C) any {
	return &struct {
		Settings C `embed:""`
	}{defaults}
}

func page() ([]byte, error) {
	all, err := programs()
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	out.WriteString(intro)
	writeAddresses(&out, all)
	writeSecrets(&out, all)
	shared := sharedBy(slices.DeleteFunc(slices.Clone(all), func(p program) bool { return !p.registers }))
	fmt.Fprintf(&out, "\n## Every service\n\nThe gateway, registry-svc and `"+upName+"` have most of these as well: "+
		"their tables below are complete. PROGRAM is the service's name without `-svc`, in capitals.\n\n")
	writeTable(&out, shared, "PROGRAM")
	for _, p := range all {
		fmt.Fprintf(&out, "\n## %s\n\n", p.name)
		own := p.flags
		if p.registers {
			own = slices.DeleteFunc(slices.Clone(own), func(f config.Flag) bool { return contains(shared, f) })
			out.WriteString("Besides those of every service:\n\n")
		}
		writeTable(&out, own, "")
	}
	return out.Bytes(), nil
}

const intro = `<!-- Made by ` + "`make generate`" + ` from the Config structs: change those, not this page. -->

# Settings

Every setting of every program that runs by itself, and of ` + "`salaatflow up`" + `, which runs all of them. How flags, environment
variables and files go together is in [operations.md](operations.md#settings-and-secrets).
`

// writeAddresses lists where programs listen.
func writeAddresses(out *bytes.Buffer, all []program) {
	out.WriteString("\n## Addresses\n\nWhere programs listen. Port 0 is a free one; what is empty is not served.\n\n" +
		"| program | flag | by default | serves |\n|---|---|---|---|\n")
	for _, p := range all {
		for _, f := range p.flags {
			if serves, ok := served[f.Name]; ok {
				fmt.Fprintf(out, "| `%s` | `--%s` | %s | %s |\n", p.name, f.Name, quoted(f.Default), serves)
			}
		}
	}
}

// served says what programs serve at the address of a flag.
var served = map[string]string{
	"http":            "HTTP: REST, tool calls, MCP, chat, `/docs`",
	"listen-address":  "gRPC",
	"ops-address":     "HTTP: `/healthz`, `/readyz`, `/metrics`, profiles",
	"registry-listen": "gRPC of the registry",
}

func writeSecrets(out *bytes.Buffer, all []program) {
	out.WriteString("\n## Secrets\n\nThey are never logged or shown. Set them in a file of mode 0600 (`--config`) or by the variable, not " +
		"on the command line.\n\n| program | setting | variable | what for |\n|---|---|---|---|\n")
	for _, p := range all {
		for _, f := range p.flags {
			if f.Secret || f.Name == "credential-file" {
				fmt.Fprintf(out, "| `%s` | `--%s` | `%s` | %s |\n", p.name, f.Name, f.Env, cell(f.Help))
			}
		}
	}
}

func writeTable(out *bytes.Buffer, flags []config.Flag, prefix string) {
	out.WriteString("| flag | variable | by default | |\n|---|---|---|---|\n")
	for _, f := range flags {
		name := "--" + f.Name
		if f.Placeholder != "" && f.Default == "" {
			name += " " + f.Placeholder
		}
		env := f.Env
		if prefix != "" {
			env = generalized(env, prefix)
		}
		fmt.Fprintf(out, "| `%s` | %s | %s | %s |\n", strings.ReplaceAll(name, "|", `\|`), quoted(env), quoted(f.Default), cell(f.Help))
	}
}

// generalized names a variable for any service.
func generalized(env, prefix string) string {
	if own, ok := strings.CutPrefix(env, config.EnvPrefix(userssvc.Name)+"_"); ok {
		return "SALAATFLOW_" + prefix + "_" + own
	}
	return env
}

func quoted(text string) string {
	if text == "" {
		return ""
	}
	return "`" + strings.ReplaceAll(text, "|", `\|`) + "`"
}

func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }

// sharedBy returns the flags that all programs have with the same default and help.
func sharedBy(programs []program) (shared []config.Flag) {
	for _, f := range programs[0].flags {
		if !slices.ContainsFunc(programs, func(p program) bool { return !contains(p.flags, f) }) {
			shared = append(shared, f)
		}
	}
	return shared
}

func contains(flags []config.Flag, f config.Flag) bool {
	return slices.ContainsFunc(flags, func(other config.Flag) bool {
		return other.Name == f.Name && other.Default == f.Default && other.Help == f.Help
	})
}
