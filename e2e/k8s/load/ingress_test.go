package main

import (
	"net"
	"testing"
	"time"
)

// A pod that was killed may still be connected to for a moment. Who repeats a read then comes to another pod.
func TestAPodThatBrokeAConnectionIsAvoided(t *testing.T) {
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return // the test is over
			}
			_ = connection.(*net.TCPConn).SetLinger(0) // so that closing breaks it
			_ = connection.Close()
		}
	}()
	i := newIngress()
	connection, err := i.connect(t.Context(), "tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	if err := connection.SetReadDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if _, err := connection.Read(make([]byte, 1)); err == nil {
		t.Fatal("the connection is whole")
	}
	for range 4 {
		if pod := i.choose([]string{"127.0.0.1", "127.0.0.2"}); pod != "127.0.0.2" {
			t.Fatalf("the next connection is to %s", pod)
		}
	}
}
