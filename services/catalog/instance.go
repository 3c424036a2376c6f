package catalog

import (
	"cmp"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
)

// Instance is a running instance of a service.
type Instance struct {
	// ID is the name that the instance gave itself, unique within its service.
	ID string
	// Service is the name of the service.
	Service string
	// Address is where to call it, host:port.
	Address string
	// DefinitionHash names the definition it offers.
	DefinitionHash string
}

// InstanceKey names an instance among those of all services.
type InstanceKey struct{ Service, ID string }

// Key returns the key of the instance.
func (i Instance) Key() InstanceKey { return InstanceKey{Service: i.Service, ID: i.ID} }

// Compare orders keys by service, then by id.
func (k InstanceKey) Compare(other InstanceKey) int {
	if k.Service != other.Service {
		return cmp.Compare(k.Service, other.Service)
	}
	return cmp.Compare(k.ID, other.ID)
}

// ReadInstance returns an instance that the registry sent.
func ReadInstance(wire *registryv1.Instance) Instance {
	return Instance{
		ID:             wire.GetId(),
		Service:        wire.GetService(),
		Address:        wire.GetAddress(),
		DefinitionHash: wire.GetDefinitionHash(),
	}
}

// Proto returns the instance as the registry sends it.
func (i Instance) Proto() *registryv1.Instance {
	return &registryv1.Instance{
		Id: i.ID, Service: i.Service, Address: i.Address, DefinitionHash: i.DefinitionHash,
	}
}
