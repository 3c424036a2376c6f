package api

import (
	"errors"

	"google.golang.org/grpc/codes"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"

	"github.com/salaatflow/platform/registry-svc/internal/addresses"
	"github.com/salaatflow/platform/registry-svc/internal/grants"
	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/offering"
)

// refusal converts a broken rule to its public error. It returns any other error as it is.
func refusal(err error) error {
	var (
		taken     *offering.NameTakenError
		service   *registrations.ServiceTakenError
		instance  *registrations.InstanceTakenError
		address   *addresses.RefusedError
		invalid   *offering.InvalidError
		full      *registrations.FullError
		unsettled *registrations.UnsettledError
		last      *registrations.LastAcceptedError
		ungranted *grants.RefusedError
	)
	switch {
	case errors.As(err, &ungranted):
		return apperr.New(codes.PermissionDenied, errorsv1.Reason_REASON_NOT_GRANTED, "%s", ungranted.Error())
	case errors.As(err, &taken):
		return nameTaken(err, taken.Name, taken.Holder)
	case errors.As(err, &service):
		return nameTaken(err, service.Service, service.Service)
	case errors.As(err, &instance):
		return apperr.New(codes.AlreadyExists, errorsv1.Reason_REASON_INSTANCE_TAKEN, "%s", instance.Error())
	case errors.As(err, &address):
		return apperr.New(codes.InvalidArgument, errorsv1.Reason_REASON_REGISTRATION_INVALID, "%s", address.Error())
	case errors.As(err, &invalid):
		return apperr.New(codes.InvalidArgument, errorsv1.Reason_REASON_REGISTRATION_INVALID, "%s", invalid.Error())
	case errors.As(err, &full):
		return apperr.New(codes.ResourceExhausted, errorsv1.Reason_REASON_REGISTRATION_INVALID, "%s", full.Error())
	case errors.Is(err, registrations.ErrNoLease):
		return apperr.New(codes.NotFound, errorsv1.Reason_REASON_LEASE_UNKNOWN,
			"the lease has expired or does not exist; register again")
	case errors.Is(err, registrations.ErrNoneDeparted):
		return apperr.NotFound("no such instance is gone or has stopped: GET /api/v1/registry/instances lists them")
	case errors.Is(err, registrations.ErrNoPin):
		return apperr.NotFound("the registry remembers no definition of this hash: GET /api/v1/registry/definitions lists them")
	case errors.As(err, &last):
		return apperr.Refused("%s", last.Error())
	case errors.As(err, &unsettled):
		return apperr.Unavailable("%s", unsettled.Error())
	}
	return err
}

func nameTaken(err error, name, holder string) error {
	refused := apperr.New(codes.AlreadyExists, errorsv1.Reason_REASON_NAME_TAKEN, "%s", err.Error())
	refused.Metadata = map[string]string{"name": name, "holder": holder}
	return refused
}
