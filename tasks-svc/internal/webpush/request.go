package webpush

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"time"
)

// Message is what is sent to a browser.
type Message struct {
	// ID is the same for what is sent again: a push service that still has the one keeps only the other.
	ID   string
	Text []byte
	// Lives is how long the push service keeps it for a browser that is not there.
	Lives time.Duration
}

// Sender sends messages. All fields are required.
type Sender struct {
	Key *Key
	// Contact is where operators of push services reach the sender: a URL of mailto: or https:.
	Contact string
}

// Request returns the request that sends a message at a time to the endpoint at which a browser subscribed (RFC 8030).
func (s *Sender) Request(ctx context.Context, endpoint string, to Browser, message Message, now time.Time) (*http.Request, error) {
	body, err := to.Encrypt(message.Text)
	if err != nil {
		return nil, err
	}
	authorization, err := s.Key.authorize(endpoint, s.Contact, now)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, endpoint, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	header := request.Header
	header.Set("Authorization", authorization)
	header.Set("Content-Type", "application/octet-stream")
	header.Set("Content-Encoding", "aes128gcm")
	header.Set("Ttl", strconv.Itoa(int(max(message.Lives, 0)/time.Second)))
	header.Set("Urgency", "high") // it is for now
	header.Set("Topic", topic(message.ID))
	return request, nil
}

// topic returns the name of a message among those of a browser: 32 characters of base64url at most.
func topic(id string) string {
	const length = 24
	sum := sha256.Sum256([]byte(id))
	return base64.RawURLEncoding.EncodeToString(sum[:length])
}
