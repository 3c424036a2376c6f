package reminders

import (
	"context"
	"encoding/base64"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// The example is the one that implementations of Standard Webhooks in all languages are tested with.
func TestASignatureIsThatOfStandardWebhooks(t *testing.T) {
	key, err := base64.StdEncoding.DecodeString("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	if err != nil {
		t.Fatal(err)
	}
	got := Sign(key, "msg_p5jXN8AQM9LWM0D4loKWxJek", time.Unix(1614265330, 0), []byte(`{"test": 2432232314}`))
	if want := "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="; got != want {
		t.Errorf("the signature is %s, want %s", got, want)
	}
}

func TestOnlyPublicAddressesArePostedTo(t *testing.T) {
	for _, text := range []string{"1.1.1.1", "8.8.8.8", "2606:4700:4700::1111", "::ffff:1.1.1.1"} {
		if !isPublic(netip.MustParseAddr(text)) {
			t.Errorf("%s is public", text)
		}
	}
	for _, text := range []string{
		"127.0.0.1", "127.9.9.9", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",
		"0.1.2.3", "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255", "192.0.0.8", "198.18.0.1", "192.0.2.1", "203.0.113.9",
		"::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd00:ec2::254", "ff02::1",
		"64:ff9b::7f00:1", "64:ff9b:1::1", "2002:7f00:1::", "2001::1", "2001:db8::1", "fec0::1",
	} {
		if isPublic(netip.MustParseAddr(text)) {
			t.Errorf("%s is not public", text)
		}
	}
}

// A public name may mean a private address, at once or later: the connection is refused all the same, and so is a way around by a
// redirect.
func TestAPrivateAddressIsNotReachedByAName(t *testing.T) {
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		http.Redirect(w, r, "/again", http.StatusTemporaryRedirect)
	}))
	defer server.Close()
	byName := strings.Replace(server.URL, "127.0.0.1", "localhost", 1)
	send := func(private bool) error {
		client := newClient(private)
		defer client.CloseIdleConnections()
		return post(context.WithoutCancel(t.Context()), client, toWebhook{webhook: Webhook{URL: byName, Key: newKey()}}, Reminder{},
			clockwork.NewFakeClock())
	}
	if err := send(false); !errors.Is(err, errAddress) || asked != 0 {
		t.Errorf("asked %d times: %v", asked, err)
	}
	if err := send(true); err == nil || asked != 1 {
		t.Errorf("a redirect was followed: asked %d times: %v", asked, err)
	}
}

func TestRetriesBecomeRareAndEndWithinADay(t *testing.T) {
	var sum time.Duration
	for attempt := int32(1); attempt < maxPosts; attempt++ {
		sum += retryAfter(attempt, nil)
	}
	if first := retryAfter(1, nil); first != 10*time.Second || sum > Lapse || sum < 12*time.Hour {
		t.Errorf("the first retry is after %v, the last after %v", first, sum)
	}
}

func TestAnAnswerCanAskForMoreTime(t *testing.T) {
	for _, test := range []struct {
		failure error
		want    time.Duration
	}{
		{errors.New("no connection"), firstRetry},
		{refusal{status: 500}, firstRetry},
		{refusal{status: 503, after: time.Second}, firstRetry},
		{refusal{status: 429, after: time.Minute}, time.Minute},
		{refusal{status: 429, after: 24 * time.Hour}, longestRetry},
	} {
		if got := retryAfter(1, test.failure); got != test.want {
			t.Errorf("after %v it is posted again in %v, want %v", test.failure, got, test.want)
		}
	}
}
