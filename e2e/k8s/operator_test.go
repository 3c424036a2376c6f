//go:build k8s

package k8s

import (
	"slices"
	"testing"
	"time"
)

// testFailedUpgrade upgrades to another mode of migration with a Secret that is not there, which fails, and goes on in the mode before, and
// back by a rollback. Meanwhile the pods that were there serve.
func testFailedUpgrade(t *testing.T, c *cluster) {
	fixed := append([]string{"upgrade", release, chart(t), "--wait", "--timeout=4m"}, chartArguments(t)...)
	failing := append(slices.Clip(fixed),
		"--set", "migrations.mode=initContainer", "--set", "services.tasks.database.ddl.existingSecret=not-there")
	const init = "jsonpath={.spec.template.spec.initContainers[*].args[0]}"
	fail := func(timeout string) {
		t.Helper()
		if _, err := c.helm(append(slices.Clip(failing), "--timeout="+timeout)...); err == nil {
			t.Fatal("an upgrade whose Secret is missing succeeds")
		}
		if runs := c.kubectl(t, "get", deployment("tasks-svc"), "-o", init); runs != "migrate" {
			t.Fatalf("the upgrade failed before it came to the Deployments: tasks-svc runs %q first", runs)
		}
	}
	var upgrade, rollback time.Duration
	r := c.during(t, 2*time.Second, func() {
		fail("20s") // the other programs have changed the mode
		began := time.Now()
		if _, err := c.helm(fixed...); err != nil {
			c.explain(t)
			t.Fatalf("the upgrade after one that failed: %v", err)
		}
		upgrade = time.Since(began)
		c.awaitRollout(t, "tasks-svc")
		fail("15s") // they are in the middle of it
		began = time.Now()
		if _, err := c.helm("rollback", release, "--wait", "--timeout=4m"); err != nil {
			c.explain(t)
			t.Fatalf("the rollback after an upgrade that failed: %v", err)
		}
		c.awaitAll(t)
		rollback = time.Since(began)
	})
	if runs := c.kubectl(t, "get", deployment("tasks-svc"), "-o", init); runs != "version" {
		t.Errorf("what the failed upgrade left runs %q", runs)
	}
	measured.add("two upgrades that fail in the mode initContainer, one left by an upgrade in the mode hook, "+seconds(upgrade)+
		", and one by a rollback, "+seconds(rollback), calls(r), "0 failed")
	if r.Failed() > 0 {
		t.Errorf("%d of %d calls failed", r.Failed(), r.Calls())
	}
}
