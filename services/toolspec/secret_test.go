package toolspec_test

import (
	"testing"

	"google.golang.org/protobuf/types/known/emptypb"

	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"

	"github.com/salaatflow/platform/services/toolspec"
)

func TestAMessageWithAMarkedFieldHasASecret(t *testing.T) {
	if !toolspec.HasSecret((&usersv1.CreateTokenResponse{}).ProtoReflect().Descriptor()) {
		t.Error("a new token is not seen as a secret")
	}
	if toolspec.HasSecret((&emptypb.Empty{}).ProtoReflect().Descriptor()) {
		t.Error("nothing is seen as a secret")
	}
}
