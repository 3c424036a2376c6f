package cli_test

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"go.yaml.in/yaml/v3"

	"github.com/salaatflow/platform/salaatflow/internal/cli"
)

// cronJob returns the arguments of the CronJob that renews certificates, as the chart renders it.
func cronJob(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("../../../e2e/chart/testdata/golden/production.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for document := range strings.SplitSeq(string(text), "\n---\n") {
		if !strings.Contains(document, "\nkind: CronJob\n") {
			continue
		}
		var job struct {
			Spec struct {
				JobTemplate struct {
					Spec struct {
						Template struct {
							Spec struct{ Containers []struct{ Args []string } }
						}
					}
				} `yaml:"jobTemplate"`
			}
		}
		whole := strings.ReplaceAll(document, ":VERSION\n", ":VERSION\"\n") // of an image, whose version is left out there
		if err := yaml.Unmarshal([]byte(whole), &job); err != nil {
			t.Fatal(err)
		}
		return job.Spec.JobTemplate.Spec.Template.Spec.Containers[0].Args
	}
	t.Fatal("the chart has no CronJob")
	return nil
}

// serials returns the number of each program's certificate, which is another one after a renewal.
func serials(t *testing.T, folder string) map[string]string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(folder, "*", "tls.crt"))
	if err != nil {
		t.Fatal(err)
	}
	numbers := map[string]string{}
	for _, file := range found {
		numbers[filepath.Base(filepath.Dir(file))] = leaf(t, filepath.Dir(file)).SerialNumber.String()
	}
	return numbers
}

func leaf(t *testing.T, folder string) *x509.Certificate {
	t.Helper()
	pair, err := tls.LoadX509KeyPair(filepath.Join(folder, "tls.crt"), filepath.Join(folder, "tls.key"))
	if err != nil {
		t.Fatal(err)
	}
	return pair.Leaf
}

// The command of the chart's CronJob, with files in place of Secrets: the first run makes the certificates of all programs, those of
// each day after it change nothing, and one renews them when less than a third of their time is left, before any has ended.
func TestTheCronJobRenewsCertificatesWhenTheyAreDue(t *testing.T) {
	folder := t.TempDir()
	arguments := cronJob(t)
	at := slices.IndexFunc(arguments, func(a string) bool { return strings.HasPrefix(a, "--secrets=") })
	if at < 0 || !slices.Contains(arguments, "--lifetime=2160h") {
		t.Fatalf("the CronJob runs %v", arguments)
	}
	arguments[at] = "--folder=" + folder
	arguments = append(arguments, "-o=jsonpath=$.certificates[?@.new == true].program")
	clock := clockwork.NewFakeClockAt(time.Now())
	renew := func() string {
		t.Helper()
		var out, errs bytes.Buffer
		if code := cli.Run(arguments, cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs, Clock: clock}); code != 0 {
			t.Fatalf("exit code %d: %s%s", code, &out, &errs)
		}
		return out.String()
	}
	renew()
	made := serials(t, folder)
	for _, program := range []string{"gateway", "tasks-svc", "audit-svc", "registry-svc"} {
		of := leaf(t, filepath.Join(folder, program))
		if want := "salaatflow-" + program + ".salaatflow.svc"; !slices.Contains(of.DNSNames, want) {
			t.Errorf("the certificate of %s names %v, and not %s", program, of.DNSNames, want)
		}
	}
	const day = 24 * time.Hour
	clock.Advance(59 * day)
	if said := renew(); said != "" || !maps.Equal(serials(t, folder), made) {
		t.Errorf("after 59 of 90 days some are renewed:\n%s", said)
	}
	clock.Advance(2 * day)
	said := renew()
	renewed := serials(t, folder)
	for program, number := range made {
		if program == "ca" && renewed[program] != number {
			t.Error("the authority is another one, which programs do not know")
		}
		if program == "ca" {
			continue
		}
		if ends := leaf(t, filepath.Join(folder, program)).NotAfter; renewed[program] == number || ends.Before(clock.Now().Add(89*day)) {
			t.Errorf("after 61 of 90 days that of %s is not renewed, and ends at %s:\n%s", program, ends, said)
		}
	}
	if renew(); !maps.Equal(serials(t, folder), renewed) {
		t.Error("the next run renews them again")
	}
}
