package routing_test

import (
	"log/slog"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/ownership"
	"github.com/salaatflow/platform/services/toolclient/routing"
)

// stored is a source that knows a catalogue from the start, and tells of it late.
type stored struct{ catalog *catalog.Catalog }

func (s stored) Current() *catalog.Catalog { return s.catalog }
func (stored) Known() bool                 { return true }
func (stored) Subscribe() (<-chan struct{}, func()) {
	return make(chan struct{}), func() {}
}

// A gateway that is restarted serves at once, and is called at once by those who have not heard that it was away.
func TestWhatIsKnownAtTheStartIsCalledAtOnce(t *testing.T) {
	tool := aliased(t)
	router := routing.New(routing.Options{
		Source: stored{catalogue(definition(t, "tasks-svc", "v1.0.0", tasks, nil))},
		Dial: func(string) (*grpc.ClientConn, error) {
			return grpc.NewClient("passthrough:///nobody", grpc.WithTransportCredentials(insecure.NewCredentials()))
		},
		Required: []string{tool.Name}, Owners: ownership.Default(), Logger: slog.New(slog.DiscardHandler),
	})
	if err := router.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := router.Stop(t.Context()); err != nil {
			t.Error(err)
		}
	}()
	if !router.Ready() || router.Table().Service(tasks) == nil {
		t.Error("the stored catalogue is not in the table when Start returns")
	}
}
