package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"sync"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/salaatflow/platform/gateway/mcp/internal/taskstore"
)

// A client that listens (subscriptions/listen) may name tasks of its own, and is told how each changes, at whichever gateway it does.
// The SDK knows neither the names nor the notification: it opens the stream, and the gateway adds to it.

const notificationTask = "notifications/tasks"

// taskListen is what a request to listen says of tasks.
type taskListen struct {
	id     json.RawMessage // of the request
	ids    []string
	agreed []string      // those that the client has
	acked  chan struct{} // closed when the client was told which
}

type taskListenKey struct{}

// listensToTasks returns a request to listen with the tasks in its context that its body names, if it does.
func listensToTasks(r *http.Request, body []byte) *http.Request {
	var message struct {
		ID     json.RawMessage `json:"id"`
		Params struct {
			Notifications struct {
				TaskIDs json.RawMessage `json:"taskIds"`
			} `json:"notifications"`
		} `json:"params"`
	}
	if json.Unmarshal(body, &message) != nil || message.Params.Notifications.TaskIDs == nil {
		return r // the SDK reports what is wrong
	}
	listen := &taskListen{id: message.ID, acked: make(chan struct{})}
	if json.Unmarshal(message.Params.Notifications.TaskIDs, &listen.ids) != nil {
		listen.ids = nil // which is refused
	}
	return r.WithContext(context.WithValue(r.Context(), taskListenKey{}, listen))
}

func taskListenOf(ctx context.Context) *taskListen {
	listen, _ := ctx.Value(taskListenKey{}).(*taskListen)
	return listen
}

// listenToTasks has the SDK open a stream, and tells of tasks on it.
func (h *handler) listenToTasks(ctx context.Context, method string, request sdk.Request, next sdk.MethodHandler) (sdk.Result, error) {
	listen, events := taskListenOf(ctx), eventsOf(ctx)
	switch {
	case listen == nil || events == nil || h.tasks == nil:
		return next(ctx, method, request)
	case !knowsTasks(request):
		return nil, missingExtension()
	case listen.ids == nil || len(listen.ids) > maxTasksOfOwner:
		return nil, invalidParams(fmt.Sprintf("the taskIds are a list of at most %d texts", maxTasksOfOwner))
	}
	follows := h.tasks.followers.add(listen.ids)
	defer h.tasks.followers.remove(follows)
	seen := map[string]string{}
	for _, id := range slices.Compact(slices.Sorted(slices.Values(listen.ids))) {
		task, err := h.tasks.store.Get(ctx, id, callerOf(ctx))
		if err != nil {
			return h.acknowledge(ctx, false, err)
		}
		if task != nil {
			listen.agreed = append(listen.agreed, id)
			seen[id] = ""
			if task.Status == taskstore.Working { // as the client knows
				seen[id] = stateOf(task)
			}
		}
	}
	listening, stop := context.WithCancel(ctx)
	var telling sync.WaitGroup
	telling.Go(func() {
		select {
		case <-listen.acked:
			h.tellOfTasks(listening, listen, events, follows, seen)
		case <-listening.Done():
		}
	})
	defer telling.Wait()
	defer stop()
	result, err := next(ctx, method, request)
	if err == nil && len(listen.agreed) > 0 {
		<-ctx.Done() // the SDK does not wait for tasks
	}
	return result, err
}

// stateOf is the same for a task that has not changed.
func stateOf(task *taskstore.Task) string {
	return fmt.Sprint(task.Status, task.Updated.UnixMilli(), len(task.Body))
}

// tellOfTasks tells of each change of the agreed tasks, until ctx ends. What was told elsewhere is lost when Redis is away: so it looks
// at them every now and then in any case.
func (h *handler) tellOfTasks(ctx context.Context, listen *taskListen, events *eventWriter, follows *follower, seen map[string]string) {
	ticker := h.tasks.clock.NewTicker(taskLease / 3)
	defer ticker.Stop()
	look := listen.agreed
	for {
		for _, id := range look {
			last, listens := seen[id]
			if !listens {
				continue
			}
			task, err := h.tasks.store.Get(ctx, id, callerOf(ctx))
			if err != nil || task == nil || stateOf(task) == last {
				continue
			}
			if events.message(taskNotification(listen.id, task)) != nil {
				return // the client has gone
			}
			seen[id] = stateOf(task)
			if task.Status.HasEnded() {
				delete(seen, id)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-follows.woken:
			look = follows.take()
		case <-ticker.Chan():
			look = listen.agreed
		}
	}
}

// taskNotification returns the notification of what a task has become, for the client that listens by the request of the id.
func taskNotification(id json.RawMessage, task *taskstore.Task) []byte {
	text := appendTaskMembers([]byte(`{"jsonrpc":"2.0","method":"`+notificationTask+`","params":{`), task)
	text = append(append(text, `,"_meta":{"`+sdk.MetaKeySubscriptionID+`":`...), id...)
	return append(text, `}}}`...)
}

// acknowledgement are the params with which a client is told what it listens to.
type acknowledgement struct {
	sdk.ParamsBase
	Notifications struct {
		sdk.NotificationSubscriptions
		TaskIDs []string `json:"taskIds,omitempty"`
	} `json:"notifications"`
}

// acknowledgesTasks is the SDK's sending middleware that adds the tasks to what a client is told that it listens to.
func acknowledgesTasks(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, request sdk.Request) (sdk.Result, error) {
		agreed, ok := request.GetParams().(*sdk.SubscriptionsAcknowledgedParams)
		listen := taskListenOf(ctx)
		session, is := request.GetSession().(*sdk.ServerSession)
		if !ok || !is || listen == nil {
			return next(ctx, method, request)
		}
		said := &acknowledgement{ParamsBase: sdk.ParamsBase{Meta: agreed.Meta}}
		said.Notifications.NotificationSubscriptions, said.Notifications.TaskIDs = agreed.Notifications, listen.agreed
		result, err := next(ctx, method, &sdk.ServerRequest[*acknowledgement]{Session: session, Params: said})
		if err == nil {
			close(listen.acked)
		}
		return result, err
	}
}

// followers are the streams that tell of tasks. It is safe for concurrent use.
type followers struct {
	mu     sync.Mutex
	ofTask map[string]map[*follower]bool
}

// follower is a stream that tells of tasks.
type follower struct {
	ids   []string
	woken chan struct{} // has a value when a task has changed

	mu      sync.Mutex
	changed map[string]bool
}

func (f *followers) add(ids []string) *follower {
	added := &follower{ids: ids, woken: make(chan struct{}, 1), changed: map[string]bool{}}
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, id := range ids {
		if f.ofTask[id] == nil {
			f.ofTask[id] = map[*follower]bool{}
		}
		f.ofTask[id][added] = true
	}
	return added
}

func (f *followers) remove(removed *follower) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, id := range removed.ids {
		if delete(f.ofTask[id], removed); len(f.ofTask[id]) == 0 {
			delete(f.ofTask, id)
		}
	}
}

// tell tells the followers of a task that it has changed.
func (f *followers) tell(id string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for told := range f.ofTask[id] {
		told.mu.Lock()
		told.changed[id] = true
		told.mu.Unlock()
		select {
		case told.woken <- struct{}{}:
		default: // it has not looked yet
		}
	}
}

// take returns the tasks that have changed since it was last called.
func (f *follower) take() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	ids := make([]string, 0, len(f.changed))
	for id := range f.changed {
		ids = append(ids, id)
	}
	clear(f.changed)
	return ids
}
