package grpcserver_test

import (
	"errors"
	"io"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
	"github.com/salaatflow/platform/services/credential"
	"github.com/salaatflow/platform/services/grpcserver"
)

// foreign is a protocol whose clients present the credential as the lease of the first message.
var foreign = grpcserver.Foreign{Authorization: func(first any) string {
	request, _ := first.(*registryv1.KeepAliveRequest)
	return request.GetLeaseId()
}}

// greeting is a handler that answers before it has read.
type greeting struct{ registry }

func (greeting) KeepAlive(s grpc.BidiStreamingServer[registryv1.KeepAliveRequest, registryv1.KeepAliveResponse]) error {
	return s.Send(&registryv1.KeepAliveResponse{Unpublished: true})
}

func serveForeign(t *testing.T, impl registryv1.RegistryServiceServer) *grpc.ClientConn {
	t.Helper()
	_, conn := serve(t, grpcserver.Options{Credential: credential.New(secret)}, func(r grpc.ServiceRegistrar) {
		r.(*grpcserver.Server).RegisterForeign(&registryv1.RegistryService_ServiceDesc, impl, foreign)
	})
	return plain(t, conn.Target())
}

func TestAForeignProtocolPresentsTheCredentialInItsFirstMessage(t *testing.T) {
	for name, tt := range map[string]struct {
		impl     registryv1.RegistryServiceServer
		messages []string
		want     codes.Code
	}{
		"in the first":             {registry{}, []string{"Bearer " + secret, "anything"}, codes.OK},
		"in the second":            {registry{}, []string{"anything", "Bearer " + secret}, codes.Unauthenticated},
		"another one":              {registry{}, []string{"Bearer x"}, codes.Unauthenticated},
		"in no message":            {registry{}, nil, codes.Unauthenticated},
		"the server answers first": {greeting{}, []string{"Bearer " + secret}, codes.Internal},
	} {
		t.Run(name, func(t *testing.T) {
			stream, err := registryv1.NewRegistryServiceClient(serveForeign(t, tt.impl)).KeepAlive(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for _, message := range tt.messages {
				_ = stream.Send(&registryv1.KeepAliveRequest{LeaseId: message}) // a refused stream may have ended
			}
			_ = stream.CloseSend() // as before
			answers := 0
			for _, err = stream.Recv(); err == nil; _, err = stream.Recv() {
				answers++
			}
			if tt.want == codes.OK && (!errors.Is(err, io.EOF) || answers != len(tt.messages)) {
				t.Errorf("%d answers and %v", answers, err)
			}
			if tt.want != codes.OK && (status.Code(err) != tt.want || answers > 0) {
				t.Errorf("%d answers and %v, want %v", answers, err, tt.want)
			}
		})
	}
}

func TestAForeignProtocolThatSendsOneMessageNeedsTheMetadata(t *testing.T) {
	client := registryv1.NewRegistryServiceClient(serveForeign(t, registry{}))
	if _, err := client.ListTools(t.Context(), &registryv1.ListToolsRequest{}); status.Code(err) != codes.Unauthenticated {
		t.Errorf("without it: %v", err)
	}
	ctx := saying(t.Context(), "authorization", "Bearer "+secret)
	if _, err := client.ListTools(ctx, &registryv1.ListToolsRequest{}); status.Code(err) != codes.Unimplemented {
		t.Errorf("with it: %v", err)
	}
}
