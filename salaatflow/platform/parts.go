package platform

import (
	"path/filepath"

	auditsvc "github.com/salaatflow/platform/audit-svc"
	chatsvc "github.com/salaatflow/platform/chat-svc"
	"github.com/salaatflow/platform/gateway"
	hadithsvc "github.com/salaatflow/platform/hadith-svc"
	masjidsvc "github.com/salaatflow/platform/masjid-svc"
	registrysvc "github.com/salaatflow/platform/registry-svc"
	"github.com/salaatflow/platform/services/audit/outbox"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/sqlstore"
	skillssvc "github.com/salaatflow/platform/skills-svc"
	taskssvc "github.com/salaatflow/platform/tasks-svc"
	userssvc "github.com/salaatflow/platform/users-svc"
)

// Schemas returns the tables of all services that store data.
func Schemas() []sqlstore.Schema {
	return []sqlstore.Schema{
		userssvc.Schema(), taskssvc.Schema(), masjidsvc.Schema(), hadithsvc.Schema(), skillssvc.Schema(), chatsvc.Schema(),
		auditsvc.Schema(),
	}
}

// definitionsFile is where the registry remembers definitions, in the data folder.
const definitionsFile = "definitions.json"

// auditOutbox is the folder of the outbox, in the data folder.
const auditOutbox = "audit-outbox"

// pushKey is the file of the key with which browsers are sent reminders, in the data folder. They subscribe to it, so it is kept.
const pushKey = "push.key"

// Files returns the files of a data folder that a backup has besides the databases. What else is there is not of use
// elsewhere: the lock, and records that are on their way to the audit's database.
func Files() []string { return []string{definitionsFile, pushKey, auditOutbox + "/" + outbox.KeyFile} }

// registryService uses a listener that is already open, so that the other parts know its address. Its catalogue is
// complete as soon as it contains the gateway's required tools. It remembers definitions; while only this machine can reach
// the platform, only those of releases, so that whoever develops a service need not accept each change of it.
func (p parts) registryService() kit.Module {
	config := registrysvc.DefaultConfig()
	config.Config = p.service(registrysvc.Name)
	config.Listener = p.bound.registry
	config.Registry.Address = ""
	config.AllowLoopback = true // all services of this process are on loopback
	config.AdmitStrangers = p.strangers
	config.RequiredTools = p.Gateway.Required()
	config.DefinitionsFile = filepath.Join(p.Data, definitionsFile)
	config.PinReleasesOnly = !p.reachable()
	return registrysvc.Module(config)
}

func (p parts) tasks() kit.Module {
	config := taskssvc.DefaultConfig()
	config.Config = p.service(taskssvc.Name)
	config.Database = p.database("tasks")
	config.PushKeyFile, config.MakePushKey = filepath.Join(p.Data, pushKey), true
	return taskssvc.Module(config)
}

func (p parts) masjids() kit.Module {
	config := masjidsvc.DefaultConfig()
	config.Config = p.service(masjidsvc.Name)
	config.Database = p.database("masjids")
	return masjidsvc.Module(config)
}

func (p parts) users() kit.Module {
	config := userssvc.DefaultConfig()
	config.Config = p.service(userssvc.Name)
	config.Database = p.database("users")
	return userssvc.Module(config)
}

func (p parts) hadith() kit.Module {
	config := hadithsvc.DefaultConfig()
	config.Config = p.service(hadithsvc.Name)
	config.Database = p.database("hadith")
	return hadithsvc.Module(config)
}

func (p parts) skills() kit.Module {
	config := skillssvc.DefaultConfig()
	config.Config = p.service(skillssvc.Name)
	config.Database = p.database("skills")
	config.Settings = p.Skills
	return skillssvc.Module(config)
}

func (p parts) chat() kit.Module {
	config := chatsvc.DefaultConfig()
	config.Config = p.service(chatsvc.Name)
	config.Database = p.database("chat")
	config.Settings = p.Chat
	return chatsvc.Module(config)
}

func (p parts) audit() kit.Module {
	config := auditsvc.DefaultConfig()
	config.Config = p.service(auditsvc.Name)
	config.Database = p.database("audit")
	config.Settings = p.Audit
	return auditsvc.Module(config)
}

func (p parts) gateway(started func(*gateway.Gateway)) kit.Module {
	config := p.Gateway
	config.Registry = p.registry
	config.DrainDelay = 0 // there is no load balancer in front of it
	config.Telemetry = p.Telemetry
	config.Recorder = p.recorder
	config.Clock = p.Clock
	config.LogOutput = p.LogOutput
	config.Metrics = p.metrics
	config.Beside = p.services.Err
	config.Shared, config.SharedTLS, config.Insecure = p.shared, p.tls, p.Insecure
	config.Access = p.access
	config.Listener, config.OpsListener = p.bound.http, p.bound.ops
	return gateway.Module(config, started)
}
