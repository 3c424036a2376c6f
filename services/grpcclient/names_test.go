package grpcclient_test

import (
	"context"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/dns/dnsmessage"

	"github.com/salaatflow/platform/services/grpcclient"
)

// nameServer is a DNS server for which every name is 127.0.0.1, and which answers TXT records with a service config.
type nameServer struct {
	net.PacketConn
	config string

	mu    sync.Mutex
	asked []string // the names whose TXT records were asked for
}

// serveNames starts a nameServer, which ends with the test.
func serveNames(t *testing.T, config string) *nameServer {
	t.Helper()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := &nameServer{PacketConn: conn, config: config}
	var serving sync.WaitGroup
	serving.Go(func() { server.serve(t) })
	t.Cleanup(func() { conn.Close(); serving.Wait() })
	return server
}

func (s *nameServer) serve(t *testing.T) {
	packet := make([]byte, 4<<10)
	for {
		n, from, err := s.ReadFrom(packet)
		if err != nil {
			return // closed
		}
		answer, err := s.answer(packet[:n])
		if err == nil {
			_, err = s.WriteTo(answer, from)
		}
		if err != nil {
			t.Errorf("the name server: %v", err)
		}
	}
}

func (s *nameServer) answer(packet []byte) ([]byte, error) {
	var message dnsmessage.Message
	if err := message.Unpack(packet); err != nil {
		return nil, err
	}
	question := message.Questions[0]
	header := dnsmessage.ResourceHeader{Name: question.Name, Class: question.Class, TTL: 60}
	answer := dnsmessage.Message{
		Header:    dnsmessage.Header{ID: message.ID, Response: true, Authoritative: true},
		Questions: message.Questions,
	}
	switch question.Type {
	case dnsmessage.TypeA:
		answer.Answers = []dnsmessage.Resource{{Header: header, Body: &dnsmessage.AResource{A: [4]byte{127, 0, 0, 1}}}}
	case dnsmessage.TypeTXT:
		s.mu.Lock()
		s.asked = append(s.asked, question.Name.String())
		s.mu.Unlock()
		answer.Answers = []dnsmessage.Resource{{Header: header, Body: &dnsmessage.TXTResource{TXT: []string{s.config}}}}
	}
	return answer.Pack()
}

// A name server can say where a service is, but not how it is called: nobody waits for the answer, and nobody obeys it.
func TestDNSIsNotAskedHowToCall(t *testing.T) {
	// Every call would take a nanosecond at most.
	names := serveNames(t, `grpc_config=[{"serviceConfig": {"methodConfig": [{"name": [{}], "timeout": "0.000000001s"}]}}]`)
	_, port, err := net.SplitHostPort(serve(t, func(context.Context) error { return nil }))
	if err != nil {
		t.Fatal(err)
	}
	target := "dns://" + names.LocalAddr().String() + "/users.test.:" + port
	if err := call(t.Context(), t, target, grpcclient.Options{}); err != nil {
		t.Error(err)
	}
	names.mu.Lock()
	defer names.mu.Unlock()
	if i := slices.IndexFunc(names.asked, func(name string) bool { return strings.HasPrefix(name, "_grpc_config.") }); i >= 0 {
		t.Errorf("it was asked for %s", names.asked[i])
	}
}
