package kit

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"go.uber.org/dig"
	"go.uber.org/fx"
)

// startTimeout bounds a start, which may migrate a database. A stop is bounded by the parts that stop.
const (
	startTimeout = 2 * time.Minute
	stopTimeout  = 5 * time.Minute
)

// App runs modules in one process.
type App struct {
	fx     *fx.App
	failed *failure
}

// Fail ends the program because a part of it can no longer work. The exit code is 1 and the reason is printed last.
// NewApp provides it to the constructors of every module. It is safe for concurrent use.
type Fail func(reason error)

// failure is why the program ends: the first reason given.
type failure struct {
	mu     sync.Mutex
	reason error
}

func (f *failure) note(reason error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.reason == nil {
		f.reason = reason
	}
}

func (f *failure) why() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.reason
}

func newFail(f *failure) func(fx.Shutdowner) Fail {
	return func(end fx.Shutdowner) Fail {
		return func(reason error) {
			f.note(reason)
			_ = end.Shutdown(fx.ExitCode(exitFailed)) // the only error says that it is shutting down already
		}
	}
}

// NewApp composes modules. It fails when something that one needs is missing or invalid.
func NewApp(modules ...Module) (*App, error) {
	failed := &failure{}
	app := fx.New(fx.NopLogger, fx.StartTimeout(startTimeout), fx.StopTimeout(stopTimeout),
		fx.Provide(newFail(failed)), fx.Options(modules...))
	if err := app.Err(); err != nil {
		return nil, dig.RootCause(err) // the root says what is wrong; the rest is of the wiring
	}
	return &App{fx: app, failed: failed}, nil
}

// Closing is a module that only closes something, after all modules that follow it in NewApp have stopped.
func Closing(what func() error) Module {
	return inOrder("closing", func(lc fx.Lifecycle) { lc.Append(fx.StopHook(what)) })
}

// inOrder is a module that invokes a function in its place among the others. fx invokes what belongs to no module last, so
// its hooks would stop first.
func inOrder(name string, function any) Module { return fx.Module(name, fx.Invoke(function)) }

// Start starts every module, in the order of what needs what, and stops those that started when one fails.
func (a *App) Start(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, a.fx.StartTimeout())
	defer cancel()
	if err := a.fx.Start(ctx); err != nil {
		return fmt.Errorf("start: %w", err)
	}
	return nil
}

// Stop stops every module, in the opposite order. Each bounds its own time.
func (a *App) Stop(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, a.fx.StopTimeout())
	defer cancel()
	if err := a.fx.Stop(ctx); err != nil {
		return fmt.Errorf("stop: %w", err)
	}
	return nil
}

// Wait returns what ends the program: a signal (exit code 0), or a module that failed.
func (a *App) Wait() <-chan fx.ShutdownSignal { return a.fx.Wait() }

// Run starts the modules, runs until SIGINT, SIGTERM, a module's failure or the end of ctx, and stops them.
func (a *App) Run(ctx context.Context) error {
	if err := a.Start(ctx); err != nil {
		return err
	}
	failed := false
	select {
	case signal := <-a.Wait():
		failed = signal.ExitCode != 0
	case <-ctx.Done():
	}
	err := a.Stop(context.WithoutCancel(ctx))
	if failed {
		return errors.Join(err, a.failed.why())
	}
	return err
}
