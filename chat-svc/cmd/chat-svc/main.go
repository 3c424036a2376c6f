// Command chat-svc runs the chat service.
package main

import (
	_ "time/tzdata" // people name time zones, whatever the machine has

	chatsvc "github.com/salaatflow/platform/chat-svc"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kitsql"
)

func main() {
	kit.Main(kit.Program[chatsvc.Config]{
		Name:        chatsvc.Name,
		Description: "Chats with users in English, Roman Urdu and Urdu.",
		Default:     chatsvc.DefaultConfig(),
		New:         chatsvc.Module,
		Commands:    []kit.Command[chatsvc.Config]{kitsql.MigrateCommand(chatsvc.Migrate)},
	})
}
