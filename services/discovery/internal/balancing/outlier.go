package balancing

import (
	"encoding/json"
	"fmt"

	"google.golang.org/grpc/balancer"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/serviceconfig"
	"google.golang.org/grpc/status"
	_ "google.golang.org/grpc/xds" // registers outlier_detection_experimental, which has no import of its own
)

// InstanceOutlierDetection is the name of the policy that ejects failing instances for a while. Its config is that of
// grpc-go's outlier detection, which it is built on.
//
// grpc-go counts every status but OK as a failure. A service that answers NOT_FOUND is in good health: nobody should be
// able to have an instance ejected by asking for what is not there. So only what speaks against the instance itself
// gets through to the count.
const InstanceOutlierDetection = "instance_outlier_detection"

const grpcOutlierDetection = "outlier_detection_experimental"

type outlierBuilder struct{}

func (outlierBuilder) Name() string { return InstanceOutlierDetection }

func (outlierBuilder) Build(cc balancer.ClientConn, options balancer.BuildOptions) balancer.Balancer {
	return balancer.Get(grpcOutlierDetection).Build(judgingConn{cc}, options)
}

// ParseConfig reads the config of grpc-go's outlier detection.
func (outlierBuilder) ParseConfig(config json.RawMessage) (serviceconfig.LoadBalancingConfig, error) {
	parser, ok := balancer.Get(grpcOutlierDetection).(balancer.ConfigParser)
	if !ok {
		return nil, fmt.Errorf("grpc-go has no policy %s", grpcOutlierDetection)
	}
	return parser.ParseConfig(config)
}

// judgingConn lets every picker judge how calls ended.
type judgingConn struct{ balancer.ClientConn }

func (c judgingConn) UpdateState(state balancer.State) {
	state.Picker = judgingPicker{state.Picker}
	c.ClientConn.UpdateState(state)
}

type judgingPicker struct{ balancer.Picker }

func (p judgingPicker) Pick(info balancer.PickInfo) (balancer.PickResult, error) {
	result, err := p.Picker.Pick(info)
	if err != nil || result.Done == nil {
		return result, err
	}
	count := result.Done
	result.Done = func(done balancer.DoneInfo) {
		if !SpeaksAgainstInstance(done.Err) {
			done.Err = nil
		}
		count(done)
	}
	return result, nil
}

// SpeaksAgainstInstance tells failures of an instance from answers of one that works. RESOURCE_EXHAUSTED is an answer:
// to eject who is busy makes the others busier. UNIMPLEMENTED is a failure: the instance does not do what it registered.
func SpeaksAgainstInstance(err error) bool {
	switch status.Code(err) {
	case codes.Unavailable, codes.DeadlineExceeded, codes.Internal, codes.Unknown, codes.DataLoss, codes.Unimplemented:
		return true
	default:
		return false
	}
}
