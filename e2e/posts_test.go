package e2e

import (
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/salaatflow/platform/e2e/harness"
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/services/kit/kittest"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
)

// posted are what a webhook and the push service of a browser are sent: at /hook and /push, by what is the same of a reminder each time.
type posted struct {
	*httptest.Server
	arrived chan string
	// held, while it is open, is what a post waits for before it is answered.
	held chan struct{}
}

func takePosts(t *testing.T) *posted {
	t.Helper()
	p := &posted{arrived: make(chan string, 1000), held: make(chan struct{})}
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.arrived <- r.URL.Path + " " + r.Header.Get("Webhook-Id") + r.Header.Get("Topic")
		select {
		case <-p.held:
		case <-r.Context().Done(): // the program was killed
		}
		w.WriteHeader(http.StatusCreated)
	}))
	t.Cleanup(p.Close)
	return p
}

func (p *posted) next(t *testing.T) string {
	t.Helper()
	select {
	case post := <-p.arrived:
		return post
	case <-time.After(time.Minute):
		t.Fatal("nothing was posted for a minute")
		return ""
	}
}

// subscribe has reminders of user 1 posted to a webhook and to a browser.
func (r *reminding) subscribe(t *testing.T, to *posted) {
	t.Helper()
	client := tasksv1.NewReminderServiceClient(kittest.Dial(t, r.address))
	if _, err := client.CreateWebhook(asUser(t, 1), &tasksv1.CreateWebhookRequest{Url: proto.String(to.URL + "/hook")}); err != nil {
		t.Fatal(err)
	}
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	encode := base64.RawURLEncoding.EncodeToString
	if _, err := client.CreatePushSubscription(asUser(t, 1), &tasksv1.CreatePushSubscriptionRequest{
		Endpoint: proto.String(to.URL + "/push"), P256Dh: proto.String(encode(key.PublicKey().Bytes())),
		Auth: proto.String(encode(make([]byte, 16))),
	}); err != nil {
		t.Fatal(err)
	}
}

// posting are the settings of a program that posts to this machine, with a key as openssl makes it.
func posting(t *testing.T) []string {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "push.key")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	return []string{"--reminder-interval", "20ms", "--webhook-private", "--push-key-file", file}
}

// What was due while a program was dead, and what it was about to post, is posted when it is back.
func TestPostsSurviveAKill(t *testing.T) {
	t.Parallel()
	r := &reminding{address: kittest.FreeAddress(t), database: "sqlite:" + filepath.Join(t.TempDir(), "tasks.db")}
	to, settings := takePosts(t), posting(t)
	r.start(t, settings...)
	r.subscribe(t, to)
	due := r.dueSoon(t, "read")
	r.kill(t)
	eventually(t, "the task is due", func() bool { return time.Now().After(due) })

	r.start(t, settings...)
	first, second := to.next(t), to.next(t) // to each; nobody has answered yet
	if first == second {
		t.Fatalf("%s was posted twice", first)
	}
	close(to.held)
	r.dueSoon(t, "give")
	for range 2 {
		if again := to.next(t); again == first || again == second {
			t.Errorf("%s was accepted, and comes again", again)
		}
	}
}

// Of two programs on one database, each posts: to each channel once. When one is killed, the other goes on.
func TestPostsOfTwoReplicasComeOnce(t *testing.T) {
	t.Parallel()
	const tasks = 15
	server := sqltest.StartServer(t)
	(&cluster{}).migrate(t, "tasks-svc", server.URL())
	one := &reminding{address: kittest.FreeAddress(t), database: server.URL()}
	two := &reminding{address: kittest.FreeAddress(t), database: server.URL()}
	to, settings := takePosts(t), posting(t)
	close(to.held)
	one.start(t, settings...)
	two.start(t, settings...)
	one.subscribe(t, to)
	for i := range tasks {
		one.dueSoon(t, fmt.Sprint(i))
	}
	times := map[string]int{}
	for range 2 * tasks {
		times[to.next(t)]++
	}
	one.dueSoon(t, "after the kill")
	one.kill(t)
	times[to.next(t)]++
	times[to.next(t)]++
	if len(times) != 2*(tasks+1) || len(to.arrived) != 0 {
		t.Errorf("%d were posted of %d, and %d besides", len(times), 2*(tasks+1), len(to.arrived))
	}
}

// A platform in one process offers reminders in the browser without anything to set up, and with the same key after a restart.
func TestTheKeyOfBrowsersIsKept(t *testing.T) {
	data := t.TempDir()
	var keys []any
	for _, start := range []string{"first", "second"} {
		t.Run(start, func(t *testing.T) {
			platform := harness.Start(t, harness.Options{Data: data})
			keys = append(keys, send(t, platform, "GET", "/api/v1/reminders/push-key", "").field(t, "public_key"))
			if page := send(t, platform, "GET", "/settings", "", as(1)); !strings.Contains(page.body, fmt.Sprintf(`data-key="%v"`, keys[0])) {
				t.Errorf("the settings do not offer it: %d", page.status)
			}
		})
	}
	if len(keys) != 2 || keys[0] == nil || keys[0] != keys[1] {
		t.Errorf("the keys are %v", keys)
	}
}
