package registrations

import (
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/catalog"
)

// accepted returns registrations, ordered by service, with definitions that may be published. One whose definition is quarantined
// is left out while another instance offers what is accepted of its version. While none does, it takes the calls under the
// accepted definition, if it can be called by that: what models read stays as it was, and the calls go on.
func accepted(registrations []*Registration) []Registration {
	kept := make([]Registration, 0, len(registrations))
	for i, r := range registrations {
		next := *r
		if r.Pinned != nil {
			if offersAccepted(registrations, i) || !canBeCalledBy(r.Definition, r.Pinned) {
				continue
			}
			next.Instance, next.Definition = r.published(), r.Pinned
		}
		kept = append(kept, next)
	}
	return kept
}

// offersAccepted reports whether an instance of the same version as the one at an index, of registrations ordered by service,
// offers what is accepted.
func offersAccepted(registrations []*Registration, at int) bool {
	of := registrations[at].Definition
	offers := func(r *Registration) bool { return r.Pinned == nil && r.Definition.Version == of.Version }
	for i := at; i >= 0 && registrations[i].Definition.Service == of.Service; i-- {
		if offers(registrations[i]) {
			return true
		}
	}
	for i := at; i < len(registrations) && registrations[i].Definition.Service == of.Service; i++ {
		if offers(registrations[i]) {
			return true
		}
	}
	return false
}

// published returns the instance as it is published, if it is.
func (r *Registration) published() catalog.Instance {
	instance := r.Instance
	if r.Pinned != nil {
		instance.DefinitionHash = r.Pinned.Hash
	}
	return instance
}

// definitions returns what is offered and, if it is another one, what is published in its place.
func (r *Registration) definitions() []*catalog.Definition {
	if r.Pinned == nil {
		return []*catalog.Definition{r.Definition}
	}
	return []*catalog.Definition{r.Definition, r.Pinned}
}

// canBeCalledBy reports whether a service that offers one definition can be called by another: it has each RPC, and each
// field of its messages has the same number and type. What it has besides makes no difference.
func canBeCalledBy(offered, by *catalog.Definition) bool {
	seen := map[[2]protoreflect.FullName]bool{}
	for _, service := range by.Manifest().Services {
		for i := range service.Methods().Len() {
			method := service.Methods().Get(i)
			found, err := offered.Manifest().Files.FindDescriptorByName(method.FullName())
			if err != nil || !offered.Offers("/"+string(service.FullName())+"/"+string(method.Name())) {
				return false
			}
			same := found.(protoreflect.MethodDescriptor) // it is offered as one
			if same.IsStreamingClient() != method.IsStreamingClient() || same.IsStreamingServer() != method.IsStreamingServer() ||
				!reads(same.Input(), method.Input(), seen) || !reads(same.Output(), method.Output(), seen) {
				return false
			}
		}
	}
	return true
}

// reads reports whether a message has each field of another one, with the same number and type.
func reads(message, other protoreflect.MessageDescriptor, seen map[[2]protoreflect.FullName]bool) bool {
	pair := [2]protoreflect.FullName{message.FullName(), other.FullName()}
	if seen[pair] {
		return true
	}
	seen[pair] = true
	for i := range other.Fields().Len() {
		field := other.Fields().Get(i)
		same := message.Fields().ByNumber(field.Number())
		if same == nil || same.Name() != field.Name() || same.Kind() != field.Kind() || same.Cardinality() != field.Cardinality() ||
			same.IsMap() != field.IsMap() {
			return false
		}
		if field.Message() != nil && !reads(same.Message(), field.Message(), seen) {
			return false
		}
		if field.Enum() != nil && !hasValues(same.Enum(), field.Enum()) {
			return false
		}
	}
	return true
}

func hasValues(enum, other protoreflect.EnumDescriptor) bool {
	for i := range other.Values().Len() {
		value := other.Values().Get(i)
		if same := enum.Values().ByNumber(value.Number()); same == nil || same.Name() != value.Name() {
			return false
		}
	}
	return true
}
