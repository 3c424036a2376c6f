package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"time"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	registrysvc "github.com/salaatflow/platform/registry-svc"
)

func (g *growth) startRegistry(ctx context.Context) error {
	const plenty = "1000000000"
	flags := []string{
		"--listen-address", g.at, "--settling-time", "1s", "--definitions-file", filepath.Join(g.folder, "definitions"),
		"--platform-services", "",
	}
	for _, limit := range []string{
		"services", "remembered-services", "instances", "definitions", "tools", "bytes",
		"services-per-host", "instances-per-host", "definitions-per-host", "tools-per-host", "bytes-per-host",
	} {
		flags = append(flags, "--max-"+limit, plenty)
	}
	var err error
	if g.registry, err = g.addInside(ctx, registrysvc.Name, flags...); err != nil {
		return err
	}
	conn, err := plain(g.at)
	if err != nil {
		return err
	}
	context.AfterFunc(ctx, func() { _ = conn.Close() })
	g.client = registryv1.NewRegistryServiceClient(conn)
	return patiently(ctx, func() error {
		_, err := g.client.Deregister(ctx, &registryv1.DeregisterRequest{LeaseId: "nobody has this"})
		return err
	})
}

func (g *growth) startGateway(ctx context.Context) ([]figure, error) {
	address, err := freeAddress(ctx)
	if err != nil {
		return nil, err
	}
	g.url = "http://" + address
	began := time.Now()
	if g.gateway, err = g.addInside(ctx, asGateway, "--registry", g.at, "--http", address, "--auth", "dev",
		"--platform-services", "",
		"--required-tools", grownTool(0, 0), "--catalog-file", filepath.Join(g.folder, "catalogue")); err != nil {
		return nil, err
	}
	if err := patiently(ctx, func() error { return g.call(ctx, grownTool(0, 0)) }); err != nil {
		return nil, err
	}
	took := time.Since(began)
	return []figure{{
		what: "start of a gateway with all tools", target: "–", ok: true,
		measured: fmt.Sprintf("%.1f s, %.1f s of processor time", took.Seconds(), g.gateway.processorTime().Seconds()),
	}}, nil
}

func (g *growth) call(ctx context.Context, tool string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, g.url+"/api/v1/tools/"+tool, strings.NewReader(`{"field_0":"a"}`))
	if err != nil {
		return err
	}
	request.Header = asCaller()
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", tool, response.Status)
	}
	var body bytes.Buffer
	_, err = body.ReadFrom(response.Body)
	return err
}
