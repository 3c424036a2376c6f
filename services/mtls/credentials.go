package mtls

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"

	"google.golang.org/grpc/credentials"

	"github.com/salaatflow/platform/services/peer"
)

// Server returns the credentials of a gRPC server: it takes connections only of programs that an authority has signed, and
// peer.FromContext says in each call who makes it.
func (s *Source) Server() credentials.TransportCredentials {
	return &server{TransportCredentials: credentials.NewTLS(s.read.Load().server), source: s}
}

// Client returns the credentials of a connection to a service. The server's certificate must name the service, as a sibling
// of this program; see peer.Identity.Is.
func (s *Source) Client(service string) credentials.TransportCredentials {
	return s.client(func(m *material, who peer.Identity) error {
		if !who.Is(service, m.own) {
			return &anotherProgramError{fmt.Sprintf("the server is %s, and not the %s of %s", who, service, m.own)}
		}
		return nil
	})
}

// Self returns the credentials of a connection to this same program, for its health check.
func (s *Source) Self() credentials.TransportCredentials {
	return s.client(func(m *material, who peer.Identity) error {
		if !who.Equal(m.own) {
			return &anotherProgramError{fmt.Sprintf("the server is %s, and not %s", who, m.own)}
		}
		return nil
	})
}

func (s *Source) client(expected func(*material, peer.Identity) error) credentials.TransportCredentials {
	return &client{TransportCredentials: credentials.NewTLS(&tls.Config{MinVersion: tls.VersionTLS13}), source: s, expected: expected}
}

// shown says who the peer of a connection is.
type shown struct {
	credentials.TLSInfo
	who peer.Identity
}

func (s shown) PeerIdentity() peer.Identity { return s.who }

// server shakes hands with what the files hold at that time.
type server struct {
	credentials.TransportCredentials
	source *Source
}

func (s *server) ServerHandshake(conn net.Conn) (net.Conn, credentials.AuthInfo, error) {
	secured, info, err := credentials.NewTLS(s.source.current().server).ServerHandshake(conn)
	if err != nil {
		//nolint:forbidigo // a server's handshake has no context
		s.source.refused.noteClient(context.Background(), s.source.logger, conn.RemoteAddr(), err)
		return nil, nil, err
	}
	proven, err := showing(info)
	if err != nil {
		//nolint:forbidigo // a server's handshake has no context
		s.source.refused.noteClient(context.Background(), s.source.logger, conn.RemoteAddr(), err)
		return nil, nil, errors.Join(err, secured.Close())
	}
	return secured, proven, nil
}

func (s *server) Clone() credentials.TransportCredentials {
	return &server{TransportCredentials: s.TransportCredentials.Clone(), source: s.source}
}

// client shakes hands with what the files hold at that time.
type client struct {
	credentials.TransportCredentials
	source   *Source
	expected func(*material, peer.Identity) error
}

func (c *client) ClientHandshake(ctx context.Context, authority string, conn net.Conn) (net.Conn, credentials.AuthInfo, error) {
	m := c.source.current()
	inner := credentials.NewTLS(m.clientConfig(func(who peer.Identity) error { return c.expected(m, who) }))
	secured, info, err := inner.ClientHandshake(ctx, authority, conn)
	if err != nil {
		c.source.refused.noteServer(ctx, c.source.logger, conn.RemoteAddr(), err)
		return nil, nil, err
	}
	proven, err := showing(info)
	if err != nil {
		return nil, nil, errors.Join(err, secured.Close())
	}
	return secured, proven, nil
}

func (c *client) Clone() credentials.TransportCredentials {
	return &client{TransportCredentials: c.TransportCredentials.Clone(), source: c.source, expected: c.expected}
}

func showing(info credentials.AuthInfo) (credentials.AuthInfo, error) {
	secured, ok := info.(credentials.TLSInfo)
	if !ok || len(secured.State.PeerCertificates) == 0 {
		return nil, errors.New("the peer has shown no certificate")
	}
	who, err := peer.Of(secured.State.PeerCertificates[0])
	if err != nil {
		return nil, err
	}
	return shown{TLSInfo: secured, who: who}, nil
}
