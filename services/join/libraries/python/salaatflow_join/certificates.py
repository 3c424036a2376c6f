"""TLS with the files that SALAATFLOW_TLS_CERT, SALAATFLOW_TLS_KEY and SALAATFLOW_TLS_CA name, which are read for each connection, since
they may be replaced."""

import os
import pathlib

import grpc

_VARIABLES = ["SALAATFLOW_TLS_CERT", "SALAATFLOW_TLS_KEY", "SALAATFLOW_TLS_CA"]


def secured():
    """Reports whether the service speaks TLS."""
    return any(os.environ.get(name) for name in _VARIABLES)


def listen(server, address):
    """Lets a server listen, and returns its port."""
    if secured():
        return server.add_secure_port(address, grpc.dynamic_ssl_server_credentials(_shown(), _shown, require_client_authentication=True))
    return server.add_insecure_port(address)


def dial(registry):
    """Returns a channel to the registry."""
    if not secured():
        return grpc.insecure_channel(registry)
    cert, key, authority = _read()
    return grpc.secure_channel(
        registry, grpc.ssl_channel_credentials(authority, key, cert), (("grpc.ssl_target_name_override", "registry-svc"),))


def _read():
    for name in _VARIABLES:
        if not os.environ.get(name):
            raise RuntimeError(f"{name} is missing: TLS needs {', '.join(_VARIABLES)}")
    return [pathlib.Path(os.environ[name]).read_bytes() for name in _VARIABLES]


def _shown():
    cert, key, authority = _read()
    return grpc.ssl_server_certificate_configuration([(key, cert)], authority)
