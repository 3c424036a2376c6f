package kit

import (
	"context"

	"go.uber.org/fx"

	"github.com/salaatflow/platform/services/setting"
)

// Settings provides the configuration to the service's constructors, and refuses an invalid one.
func Settings[C Configuration](config C) fx.Option {
	return fx.Options(
		fx.Error(nonNil(setting.Wrong(config.Validate()))...),
		fx.Supply(fx.Private, config),
	)
}

// Runner works in the background until its context ends.
type Runner interface {
	Run(ctx context.Context)
}

// Background runs a part of the service that one of its constructors returns, from the end of the preparation until after
// the last call, and waits for it to return: kit.Background[*tasks.Purger]().
func Background[R Runner]() fx.Option {
	return fx.Invoke(func(lc fx.Lifecycle, preparation *Preparation, runner R) {
		background(lc, func(ctx context.Context) {
			if preparation.wait(ctx) {
				runner.Run(ctx)
			}
		})
	})
}

func background(lc fx.Lifecycle, run func(context.Context)) {
	ctx, cancel := context.WithCancel(context.Background()) //nolint:forbidigo // ends with the service
	done := make(chan struct{})
	lc.Append(fx.StartStopHook(
		func() {
			go func() {
				defer close(done)
				run(ctx)
			}()
		},
		func(stop context.Context) error {
			cancel()
			select {
			case <-done:
				return nil
			case <-stop.Done():
				return stop.Err()
			}
		},
	))
}
