package mcp

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/salaatflow/platform/gateway/mcp/internal/taskstore"
	"github.com/salaatflow/platform/services/clock"
)

// tasksExtension is the extension of the protocol by which a client need not wait for the result of a call.
const tasksExtension = "io.modelcontextprotocol/tasks"

const (
	// untilTask is how long a client that knows tasks waits for a result before it is given a task.
	untilTask = 500 * time.Millisecond
	// pollEvery is how often a client should ask for its task.
	pollEvery = time.Second
	// taskKept is how long a task is kept from its beginning.
	taskKept = time.Hour
	// taskLease is how long a task counts as worked at without a sign of its gateway, which gives three in that time.
	taskLease = 30 * time.Second
	// maxTasks limits the tasks of all, maxTasksOfOwner those of one owner, and maxWorking those that one owner has at work at a gateway.
	maxTasks, maxTasksOfOwner, maxWorking = 2000, 50, 8
	// maxTaskResult is the size of the largest result that is kept, in bytes.
	maxTaskResult = 256 << 10
	// endAgain is how long to wait before a result is stored again, and endTries how often that is tried.
	endAgain, endTries = time.Second, 60
)

// tasks are the calls that go on without their clients.
type tasks struct {
	store taskstore.Store
	clock clock.Clock

	working sync.WaitGroup
	mu      sync.Mutex
	cancels map[string]context.CancelCauseFunc // by id
	owned   map[string]int                     // how many calls an owner has that are or may become tasks
	stopped bool

	followers followers
}

func newTasks(options Options) (*tasks, error) {
	lost, err := json.Marshal(&jsonrpc.Error{
		Code: jsonrpc.CodeInternalError, Message: "the gateway that ran the task is gone; whether the tool did its work is not known",
	})
	if err != nil {
		return nil, err
	}
	limits := taskstore.Limits{Kept: taskKept, Lease: taskLease, Max: maxTasks, MaxOfOwner: maxTasksOfOwner, Lost: lost}
	t := &tasks{clock: options.Clock, cancels: map[string]context.CancelCauseFunc{}, owned: map[string]int{}}
	t.followers.ofTask = map[string]map[*follower]bool{}
	if options.Link != nil {
		t.store = taskstore.NewRedis(limits, options.Link)
	} else {
		t.store = taskstore.NewMemory(limits, options.Clock)
	}
	return t, nil
}

// outcome is what a call came to: the result of tools/call, a question, or an error.
type outcome struct {
	text  []byte
	asked *question // nil if it asks nothing
	err   error
}

// Why calls end before their tools answer.
var (
	errTaskCancelled = &jsonrpc.Error{Code: codeUnavailable, Message: "the task was cancelled"}
	errStopping      = &jsonrpc.Error{Code: codeUnavailable, Message: "the gateway stopped; whether the tool did its work is not known"}
)

// run makes a call. If it takes a while, it goes on as a task, which is returned in place of the outcome. Where there is no room for
// one, the client waits.
func (t *tasks) run(ctx context.Context, owner string, call func(context.Context) outcome) (*taskstore.Task, outcome) {
	if !t.begin(owner) {
		return nil, call(ctx)
	}
	calling, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	done := t.begun(calling, owner, call)
	soon := t.clock.NewTimer(untilTask)
	defer soon.Stop()
	select {
	case came := <-done:
		cancel(nil)
		return nil, came
	case <-ctx.Done():
		cancel(ctx.Err())
		return nil, outcome{err: ctx.Err()}
	case <-soon.Chan():
	}
	task := t.create(ctx, owner, cancel)
	if task == nil {
		defer cancel(nil)
		select {
		case came := <-done:
			return nil, came
		case <-ctx.Done():
			return nil, outcome{err: ctx.Err()}
		}
	}
	t.working.Go(func() {
		defer cancel(nil)
		t.follow(context.WithoutCancel(ctx), calling, task.ID, done)
	})
	return task, outcome{}
}

// begun makes a call for which begin took room. What it came to is received once.
func (t *tasks) begun(ctx context.Context, owner string, call func(context.Context) outcome) <-chan outcome {
	done := make(chan outcome, 1)
	t.working.Go(func() {
		defer t.finish(owner)
		done <- call(ctx)
	})
	return done
}

// errAtWork is that an owner's task cannot go on now.
var errAtWork = &jsonrpc.Error{
	Code: codeUnavailable, Message: "the task cannot go on now, since you have others at work here: send the answers again later",
}

// resume makes the next call of a task that waits for input, whose body was as given before. It returns false if somebody else changed
// the task.
func (t *tasks) resume(
	ctx context.Context, owner, id string, before []byte, call func(context.Context) outcome,
) (bool, error) {
	if !t.begin(owner) {
		return false, errAtWork
	}
	resumed, err := t.store.Resume(ctx, id, before)
	if err != nil || !resumed {
		t.finish(owner)
		return false, err
	}
	ctx = context.WithoutCancel(ctx)
	calling, cancel := context.WithCancelCause(ctx)
	t.mu.Lock()
	t.cancels[id] = cancel
	t.mu.Unlock()
	done := t.begun(calling, owner, call)
	t.working.Go(func() {
		defer cancel(nil)
		t.renew(ctx, id) // it may have been cancelled before anybody here could be told
		t.follow(ctx, calling, id, done)
	})
	return true, nil
}

// begin takes room for a call that may become a task.
func (t *tasks) begin(owner string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.stopped || t.owned[owner] >= maxWorking {
		return false
	}
	t.owned[owner]++
	return true
}

func (t *tasks) finish(owner string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.owned[owner]--; t.owned[owner] == 0 {
		delete(t.owned, owner)
	}
}

// create keeps a task, or returns nil if there is no room, or nowhere to keep it.
func (t *tasks) create(ctx context.Context, owner string, cancel context.CancelCauseFunc) *taskstore.Task {
	id := rand.Text()
	t.mu.Lock()
	t.cancels[id] = cancel // before anybody can cancel it
	t.mu.Unlock()
	task, err := t.store.Create(ctx, id, owner)
	if err != nil || task == nil {
		t.forget(id)
		return nil
	}
	return task
}

func (t *tasks) forget(id string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.cancels, id)
}

// follow keeps the task of a call alive, and then its outcome.
func (t *tasks) follow(ctx, calling context.Context, id string, done <-chan outcome) {
	ticker := t.clock.NewTicker(taskLease / 3)
	defer ticker.Stop()
	for {
		select {
		case came := <-done:
			t.forget(id) // before it can go on here
			t.end(ctx, id, came)
			return
		case <-calling.Done():
			<-done // the tool is told, and returns
			t.forget(id)
			t.end(ctx, id, outcome{err: context.Cause(calling)})
			return
		case <-ticker.Chan():
			t.renew(ctx, id)
		}
	}
}

// renew says that a task is still worked at, or learns that it need not be.
func (t *tasks) renew(ctx context.Context, id string) {
	if working, err := t.store.Renew(ctx, id); err == nil && !working {
		t.cancel(id, errTaskCancelled)
	}
}

// end keeps an outcome. While the store is away it tries again; whoever asks too late learns that the gateway is gone.
func (t *tasks) end(ctx context.Context, id string, came outcome) {
	status, body := bodyOf(came)
	store := func() error { return t.store.End(ctx, id, status, body) }
	if status == taskstore.InputRequired {
		store = func() error { return t.store.Pause(ctx, id, body) }
	}
	for range endTries {
		if store() == nil {
			return
		}
		<-t.clock.After(endAgain)
		if t.isStopped() {
			return
		}
	}
}

func bodyOf(came outcome) (taskstore.Status, []byte) {
	if came.err == nil && came.asked != nil {
		body, err := came.asked.body()
		if err == nil {
			return taskstore.InputRequired, body
		}
		came.err = err
	}
	if came.err == nil && len(came.text) > maxTaskResult {
		came.err = &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "the tool did its work, but its result is too large for a task"}
	}
	if came.err == nil {
		return taskstore.Completed, came.text
	}
	refused, ok := came.err.(*jsonrpc.Error) //nolint:errorlint // as the handler makes them
	if !ok {
		refused = &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "internal error"}
	}
	body, err := json.Marshal(refused)
	if err != nil { // its parts were encoded by this package
		panic(err)
	}
	return taskstore.Failed, body
}

func (t *tasks) isStopped() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.stopped
}

// cancel cancels a task that this gateway works at.
func (t *tasks) cancel(id string, cause error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if cancel := t.cancels[id]; cancel != nil {
		cancel(cause)
	}
}

// changed does what has to be done when a task changes, at whichever gateway.
func (t *tasks) changed(id string, status taskstore.Status) {
	if status == taskstore.Cancelled {
		t.cancel(id, errTaskCancelled)
	}
	t.followers.tell(id)
}

// stop waits for the tasks at work until ctx ends, and then cancels them.
func (t *tasks) stop(ctx context.Context) {
	t.mu.Lock()
	t.stopped = true
	t.mu.Unlock()
	ended := make(chan struct{})
	go func() {
		t.working.Wait()
		close(ended)
	}()
	select {
	case <-ended:
		return
	case <-ctx.Done():
	}
	t.mu.Lock()
	for _, cancel := range t.cancels {
		cancel(errStopping)
	}
	t.mu.Unlock()
	<-ended
}

// knowsTasks reports whether the client of a request knows tasks, as each request says.
func knowsTasks(request sdk.Request) bool {
	params := request.GetParams()
	capabilities, _ := params.GetMeta()[sdk.MetaKeyClientCapabilities].(map[string]any)
	extensions, _ := capabilities["extensions"].(map[string]any)
	_, ok := extensions[tasksExtension].(map[string]any)
	return ok
}
