package registrations_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/salaatflow/platform/proto/descriptors"
	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/offering"
	"github.com/salaatflow/platform/services/ownership"
	"github.com/salaatflow/platform/services/toolspec"
)

func TestANameMeansOneServiceOnly(t *testing.T) {
	tool := func(name string) catalogtest.Tool { return catalogtest.Tool{Name: name} }
	alias := func(name string) catalogtest.Tool {
		return catalogtest.Tool{Name: "other_tool", Aliases: []string{name}}
	}
	intent := func(name string) catalogtest.Tool {
		return catalogtest.Tool{Name: "other_tool", Intents: []string{name}}
	}
	holder := catalogtest.Tool{Name: "sow", Aliases: []string{"plant"}, Intents: []string{"grow"}}
	for name, tc := range map[string]struct {
		claims      catalogtest.Tool
		taken, held string
	}{
		"a tool name that is a tool name":     {tool("sow"), "sow", "tool name"},
		"a tool name that is an alias":        {tool("plant"), "plant", "alias"},
		"a tool name that is an intent":       {tool("grow"), "grow", "intent"},
		"an alias that is a tool name":        {alias("sow"), "sow", "tool name"},
		"an alias that is an alias":           {alias("plant"), "plant", "alias"},
		"an alias that is an intent":          {alias("grow"), "grow", "intent"},
		"an intent that is a tool name":       {intent("sow"), "sow", "tool name"},
		"an intent that is an alias":          {intent("plant"), "plant", "alias"},
		"an intent that is an intent":         {intent("grow"), "grow", "intent"},
		"names that nobody has":               {catalogtest.Tool{Name: "reap", Aliases: []string{"crop"}}, "", ""},
		"an intent that differs in case only": {intent("Grow"), "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := start(t)
			r.register(t, offer(t, "garden-svc", "one", holder))
			watch := begin(t, r)
			_, err := r.Register(t.Context(), offer(t, "rival-svc", "one", tc.claims))
			if tc.taken == "" {
				if err != nil {
					t.Errorf("refused: %v", err)
				}
				return
			}
			var taken *offering.NameTakenError
			if !errors.As(err, &taken) || taken.Name != tc.taken || taken.Holder != "garden-svc" || string(taken.Held) != tc.held {
				t.Fatalf("got %#v, want that garden-svc holds %s as its %s", err, tc.taken, tc.held)
			}
			for _, word := range []string{tc.taken, "garden-svc", tc.held} {
				if !strings.Contains(err.Error(), word) {
					t.Errorf("%q does not say %s", err, word)
				}
			}
			watch.wantsNothing(t)
			r.has(t, "garden-svc/one")
		})
	}
}

func TestTheNextVersionAddsDropsAndRenamesWhileTheOldOneRuns(t *testing.T) {
	r := start(t)
	old := r.register(t, offer(t, "garden-svc", "old", catalogtest.Tools("sow", "water")...))
	next := offer(t, "garden-svc", "new", catalogtest.Tool{Name: "plant", Aliases: []string{"sow"}}, catalogtest.Tool{Name: "reap"})
	next.Version = "2.0.0"
	r.register(t, next)
	r.has(t, "garden-svc/new", "garden-svc/old")
	wantNames := func(want map[string]string) {
		t.Helper()
		catalog, err := r.Catalog()
		if err != nil {
			t.Fatal(err)
		}
		for name, canonical := range want {
			got := ""
			if tool := catalog.Lookup(name); tool != nil {
				got = tool.Name
			}
			if got != canonical {
				t.Errorf("%s means %q, want %q", name, got, canonical)
			}
		}
	}
	wantNames(map[string]string{"sow": "sow", "water": "water", "plant": "plant", "reap": "reap"})
	if err := r.Deregister(t.Context(), old.ID); err != nil {
		t.Fatal(err)
	}
	wantNames(map[string]string{"sow": "plant", "water": "", "plant": "plant", "reap": "reap"})
}

func TestANameIsFreeWhenItsHolderIsGone(t *testing.T) {
	r := start(t)
	watch := begin(t, r)
	r.register(t, offer(t, "garden-svc", "one", catalogtest.Tools("sow")...))
	watch.skip(t, 2)
	r.passes(t, ttl)
	watch.wants(t, "-garden-svc/one", "-definition")
	r.register(t, offer(t, "rival-svc", "one", catalogtest.Tools("sow")...))
}

func TestWhatIsMalformedIsRefusedAndLeavesNothing(t *testing.T) {
	good := func() registrations.Offer { return offer(t, "garden-svc", "one", catalogtest.Tools("sow")...) }
	files := func(set *descriptorpb.FileDescriptorSet) registrations.Offer {
		o := good()
		o.Files = set
		return o
	}
	clone := func(change func(*descriptorpb.FileDescriptorSet)) registrations.Offer {
		set := proto.CloneOf(good().Files)
		change(set)
		return files(set)
	}
	for name, o := range map[string]registrations.Offer{
		"no files":   files(nil),
		"empty file": files(&descriptorpb.FileDescriptorSet{File: []*descriptorpb.FileDescriptorProto{{}}}),
		"a file that is missing": clone(func(s *descriptorpb.FileDescriptorSet) {
			s.File = s.File[len(s.File)-1:]
		}),
		"a file twice": clone(func(s *descriptorpb.FileDescriptorSet) {
			s.File = append(s.File, s.File[0])
		}),
		"a type that is missing": clone(func(s *descriptorpb.FileDescriptorSet) {
			s.File[len(s.File)-1].MessageType = nil
		}),
		"a malformed name":   offer(t, "garden-svc", "one", catalogtest.Tools("Sow")...),
		"a long name":        offer(t, "garden-svc", "one", catalogtest.Tools(strings.Repeat("s", 65))...),
		"a malformed alias":  offer(t, "garden-svc", "one", catalogtest.Tool{Name: "sow", Aliases: []string{"so-w"}}),
		"an alias of itself": offer(t, "garden-svc", "one", catalogtest.Tool{Name: "sow", Aliases: []string{"sow"}}),
		"an alias twice": offer(t, "garden-svc", "one",
			catalogtest.Tool{Name: "sow", Aliases: []string{"x"}}, catalogtest.Tool{Name: "reap", Aliases: []string{"x"}}),
		"an alias that is a tool": offer(t, "garden-svc", "one",
			catalogtest.Tool{Name: "sow", Aliases: []string{"reap"}}, catalogtest.Tool{Name: "reap"}),
		"a service that is not there": func() registrations.Offer {
			o := good()
			o.GRPCServices = []string{"garden.v1.Nothing"}
			return o
		}(),
		"a service that is a message": func() registrations.Offer {
			o := good()
			o.GRPCServices = []string{"garden.v1.SowRequest"}
			return o
		}(),
	} {
		t.Run(name, func(t *testing.T) {
			r := start(t)
			watch := begin(t, r)
			_, err := r.Register(t.Context(), o)
			var invalid *offering.InvalidError
			if !errors.As(err, &invalid) {
				t.Fatalf("got %v, want that it is invalid", err)
			}
			watch.wantsNothing(t)
			if left := registered(t, r); len(left) != 0 {
				t.Errorf("it left %v", left)
			}
			r.register(t, good())
		})
	}
}

func TestLimits(t *testing.T) {
	plain := func(service, id string, tools ...string) registrations.Offer {
		return offer(t, service, id, catalogtest.Tools(tools...)...)
	}
	version := func(v string, o registrations.Offer) registrations.Offer {
		o.Version = v
		return o
	}
	for name, tc := range map[string]struct {
		limit    func(*registrations.Limits)
		admitted []registrations.Offer
		refused  registrations.Offer
		says     string
	}{
		"services": {
			func(l *registrations.Limits) { l.Services = 1 },
			[]registrations.Offer{plain("a-svc", "1", "a"), plain("a-svc", "2", "a")},
			plain("b-svc", "1", "b"), "at most 1 services",
		},
		"instances": {
			func(l *registrations.Limits) { l.Instances = 2 },
			[]registrations.Offer{plain("a-svc", "1", "a"), plain("b-svc", "1", "b"), plain("a-svc", "1", "a")},
			plain("a-svc", "2", "a"), "at most 2 instances",
		},
		"instances of a service": {
			func(l *registrations.Limits) { l.InstancesOfService = 1 },
			[]registrations.Offer{plain("a-svc", "1", "a"), plain("b-svc", "1", "b")},
			plain("a-svc", "2", "a"), "at most 1 instances of one service",
		},
		"versions of a service": {
			func(l *registrations.Limits) { l.VersionsOfService = 2 },
			[]registrations.Offer{
				version("1", plain("a-svc", "1", "a")), version("2", plain("a-svc", "2", "a")), plain("b-svc", "1", "b"),
				version("2", plain("a-svc", "1", "a")), version("3", plain("a-svc", "3", "a")),
			},
			version("4", plain("a-svc", "4", "a")), "at most 2 versions",
		},
		"definitions": {
			func(l *registrations.Limits) { l.Definitions = 2 },
			[]registrations.Offer{plain("a-svc", "1", "a"), plain("b-svc", "1", "b"), plain("b-svc", "2", "b")},
			plain("c-svc", "1", "c"), "at most 2 definitions",
		},
		"tools": {
			func(l *registrations.Limits) { l.Tools = 3 },
			[]registrations.Offer{plain("a-svc", "1", "a", "b"), plain("a-svc", "2", "a", "b"), plain("c-svc", "1", "c")},
			plain("d-svc", "1", "d"), "at most 3 tools",
		},
		"bytes": {
			func(l *registrations.Limits) { l.Bytes = proto.Size(plain("a-svc", "1", "a").Files) * 3 / 2 },
			[]registrations.Offer{plain("a-svc", "1", "a"), plain("a-svc", "2", "a")},
			plain("b-svc", "1", "b"), "bytes of definitions",
		},
		"bytes of one": {
			func(l *registrations.Limits) {
				l.Definition.Bytes = proto.Size(plain("a-svc", "1", "a").Files)
			},
			[]registrations.Offer{plain("a-svc", "1", "a")},
			plain("b-svc", "1", "b", "c"), "bytes",
		},
		"files of one": {
			func(l *registrations.Limits) { l.Definition.Files = 1 },
			nil, plain("a-svc", "1", "a"), "files",
		},
		"tools of one": {
			func(l *registrations.Limits) { l.Definition.Tools = 1 },
			[]registrations.Offer{plain("a-svc", "1", "a")},
			plain("b-svc", "1", "b", "c"), "more than 1 tools",
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := start(t, func(o *registrations.Options) { tc.limit(&o.Limits) })
			for _, o := range tc.admitted {
				r.register(t, o)
			}
			before := len(registered(t, r))
			if _, err := r.Register(t.Context(), tc.refused); err == nil || !strings.Contains(err.Error(), tc.says) {
				t.Errorf("one too many: %v, want %q", err, tc.says)
			}
			if got := len(registered(t, r)); got != before {
				t.Errorf("%d are registered, want %d as before", got, before)
			}
		})
	}
}

func TestWhatIsNotThePlatformsLeavesItRoom(t *testing.T) {
	host := func(o registrations.Offer, host string) registrations.Offer { return by(o, host, false) }
	plain := func(service, id string) registrations.Offer {
		return offer(t, service, id, catalogtest.Tools("of_"+packageOf(service)[:len(packageOf(service))-3])...)
	}
	kept := len(ownership.Default().Services()) // a place for each
	r := start(t, platform(t), func(o *registrations.Options) {
		o.Limits.Instances = 7 + kept
		o.Limits.PerHost = registrations.HostLimits{Services: 2, Instances: 4, Definitions: 4, Tools: 100, Bytes: 1 << 20}
	})
	refused := func(o registrations.Offer, says string) {
		t.Helper()
		var full *registrations.FullError
		if _, err := r.Register(t.Context(), o); !errors.As(err, &full) || !strings.Contains(err.Error(), says) {
			t.Errorf("%s of %s: %v, want %q", o.InstanceID, o.Service, err, says)
		}
	}
	r.register(t, host(plain("a-svc", "1"), "10.0.0.1"))
	r.register(t, host(plain("b-svc", "1"), "10.0.0.1"))
	refused(host(plain("c-svc", "1"), "10.0.0.1"), "at most 2 services of one host")
	r.register(t, host(plain("c-svc", "1"), "10.0.0.2")) // that one is not full
	r.register(t, host(plain("a-svc", "2"), "10.0.0.1"))
	r.register(t, host(plain("a-svc", "3"), "10.0.0.1"))
	refused(host(plain("a-svc", "4"), "10.0.0.1"), "at most 4 instances of one host")
	r.register(t, host(plain("c-svc", "2"), "10.0.0.2"))
	r.register(t, host(plain("c-svc", "3"), "10.0.0.2"))
	refused(host(plain("c-svc", "4"), "10.0.0.2"), "at most 7 instances") // the others are kept
	users, err := descriptors.Set("salaatflow.users.v1.UserService")
	if err != nil {
		t.Fatal(err)
	}
	for id := range kept { // from any host
		o := host(plain("users-svc", fmt.Sprint(id)), "10.0.0.1")
		o.GRPCServices, o.Files = []string{"salaatflow.users.v1.UserService"}, users
		r.register(t, o)
		if id == kept-1 {
			o.InstanceID, o.Address = "one too many", "users-svc.more:1"
			refused(o, fmt.Sprintf("at most %d instances", 7+kept))
		}
	}
}

func FuzzRegister(f *testing.F) {
	good := catalogtest.Files(f, pkg, catalogtest.Tool{Name: "sow", Aliases: []string{"plant"}, Intents: []string{"grow"}})
	raw, err := proto.Marshal(good)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(raw, catalogtest.GRPCService(pkg))
	f.Add(raw[:len(raw)/2], catalogtest.GRPCService(pkg))
	f.Add([]byte{}, "")
	f.Add([]byte{0x0a, 0x00}, "a.B")
	for _, cut := range []int{3, 5, 7} { // flips bytes of the service's own file, at the end
		changed := append([]byte(nil), raw...)
		for i := len(changed) / 2; i < len(changed); i += cut * 31 {
			changed[i] ^= byte(cut)
		}
		f.Add(changed, catalogtest.GRPCService(pkg))
	}
	f.Fuzz(func(t *testing.T, raw []byte, grpcService string) {
		files := &descriptorpb.FileDescriptorSet{}
		if (proto.UnmarshalOptions{AllowPartial: true}).Unmarshal(raw, files) != nil {
			return // not a message: gRPC refuses it
		}
		r := start(t)
		watch := begin(t, r)
		_, err := r.Register(t.Context(), registrations.Offer{
			Service: "fuzz-svc", Version: "1", InstanceID: "one", Address: "127.0.0.1:1",
			GRPCServices: []string{grpcService}, Files: files,
		})
		catalog, unsettled := r.Catalog()
		if unsettled != nil {
			t.Fatal(unsettled)
		}
		if err != nil {
			watch.wantsNothing(t)
			if len(registered(t, r)) != 0 || len(catalog.Instances()) != 0 || len(catalog.Tools()) != 0 {
				t.Fatalf("refused (%v), and yet there is something of it", err)
			}
			return
		}
		watch.wants(t, "+definition", "+fuzz-svc/one")
		for _, tool := range catalog.Tools() {
			for _, name := range append([]string{tool.Name}, tool.Aliases...) {
				if !toolspec.ValidName(name) || catalog.Lookup(name) != tool {
					t.Errorf("the name %q was let in", name)
				}
			}
		}
		if again := registered(t, r); len(again) != 1 || fmt.Sprint(again[0].Instance.ID) != "one" {
			t.Errorf("registered are %v", again)
		}
	})
}
