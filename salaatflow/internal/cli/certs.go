package cli

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spiffe/go-spiffe/v2/spiffeid"

	"github.com/salaatflow/platform/salaatflow/internal/certs"
	"github.com/salaatflow/platform/salaatflow/internal/output"
	"github.com/salaatflow/platform/services/peer"
)

// allPrograms are those that have a certificate unless programs are named.
var allPrograms = []string{
	"registry-svc", "users-svc", "tasks-svc", "masjid-svc", "hadith-svc", "skills-svc", "chat-svc", "audit-svc", "gateway",
}

type certsCommand struct {
	printed
	Folder            string              `help:"Keep the authority and the certificates in this folder: ca/, and a folder for each program." placeholder:"DIR" type:"path" default:"tls"`
	Secrets           string              `help:"Keep them in Secrets of Kubernetes, PREFIX-ca-tls and PREFIX-PROGRAM-tls, in the namespace of the pod that this runs in, and not in a folder." placeholder:"PREFIX"`
	Release           string              `help:"With --secrets: the release of Helm that they belong to, which their label app.kubernetes.io/instance names, so that one command removes all of it." placeholder:"NAME"`
	Identity          string              `help:"Begin each program's SPIFFE id with this; a slash and the program's name follow." placeholder:"ID" default:"spiffe://salaatflow"`
	Also              []string            `help:"Make a certificate for this program too, such as one of your own." placeholder:"PROGRAM"`
	DNS               map[string][]string `name:"dns" help:"Further names by which clients find a program." placeholder:"PROGRAM=NAME"`
	Lifetime          time.Duration       `help:"How long a certificate is valid. It is renewed when a third of that is left: run the command again, each day or so." default:"2160h"`
	AuthorityLifetime time.Duration       `help:"How long a new authority is valid." default:"87600h"`
}

// Run makes and renews certificates.
func (c certsCommand) Run(ctx context.Context, streams Streams) error {
	if _, err := spiffeid.FromString(c.Identity); err != nil {
		return usageError(fmt.Sprintf("--identity: %q is not a SPIFFE id such as spiffe://example.org: %v", c.Identity, err))
	}
	for _, program := range c.Also {
		if err := peer.ValidName(program); err != nil || strings.Contains(program, ".") {
			return usageError(fmt.Sprintf("--also: %q is not the name of a program, such as goals-svc", program))
		}
	}
	if c.Lifetime < time.Minute || c.AuthorityLifetime < c.Lifetime {
		return usageError("--lifetime: must be at least 1m, and at most --authority-lifetime")
	}
	store, err := c.store()
	if err != nil {
		return err
	}
	made, err := certs.Make(ctx, certs.Options{
		Store: store, Identity: c.Identity, Programs: append(append([]string(nil), allPrograms...), c.Also...),
		DNS: c.DNS, AllInOne: c.allInOne(), Lifetime: c.Lifetime, AuthorityLifetime: c.AuthorityLifetime, Now: streams.clock().Now(),
	})
	if err != nil {
		return err
	}
	return c.Output.Write(streams.Out, map[string]any{"certificates": made}, func(out io.Writer) error {
		rows := output.Rows{{"PROGRAM", "STATE", "VALID UNTIL"}}
		for _, one := range made {
			state := "kept"
			if one.New {
				state = "new"
			}
			rows.Add(one.Program, state, one.Ends.UTC().Format(time.RFC3339))
		}
		return rows.Write(out)
	})
}

func (c certsCommand) store() (certs.Store, error) {
	if c.Secrets == "" {
		return certs.Folder(c.Folder), nil
	}
	return certs.InCluster(c.Secrets, c.Release)
}

// allInOne returns the place of the certificate of `salaatflow up`, which nobody runs in a cluster beside the programs.
func (c certsCommand) allInOne() string {
	if c.Secrets != "" {
		return ""
	}
	return "salaatflow"
}
