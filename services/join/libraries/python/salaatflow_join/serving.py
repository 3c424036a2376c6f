"""Serving gRPC, and joining the platform with what is served."""

import os
import re
import signal
import sys
import threading
from concurrent import futures

import grpc

from . import certificates
from .messages import message, service
from .registration import Registration


def refuse(context, code, reason, text):
    """Ends a call with an error and its code for programs, as the platform's services answer it."""
    status = message("google.rpc.Status")(code=code.value[0], message=text)
    info = message("google.rpc.ErrorInfo")(reason=reason, domain="salaatflow")
    status.details.add(type_url="type.googleapis.com/google.rpc.ErrorInfo", value=info.SerializeToString())
    context.set_trailing_metadata((("grpc-status-details-bin", status.SerializeToString()),))
    context.abort(code, text)


def user_of(context):
    """Returns the number of the user for whom a call is, 0 for nobody. Only the platform's edges may say so."""
    user = int(dict(context.invocation_metadata()).get("x-user-id", 0))
    names = set(context.auth_context().get("x509_subject_alternative_name", ()))
    if user and certificates.secured() and not {b"gateway", b"chat-svc"} & names:
        refuse(context, grpc.StatusCode.PERMISSION_DENIED, "IDENTITY_NOT_ALLOWED", "you may not say for which user you call")
    return user


# Gateways and the registry ping connections that nobody uses every 10 seconds, to know that they are there. gRPC allows that every 5
# minutes unless it is told so, and ends the connection after three.
_PINGS = [("grpc.keepalive_permit_without_calls", 1), ("grpc.http2.min_ping_interval_without_data_ms", 5000)]


def serve(name, version, offers, files, answers, registry="127.0.0.1:9000"):
    """Serves a gRPC service by its functions, each of a request and a context, until the process is told to end.

    It joins the platform whose registry is at the first argument of the program, or at the address given here, and listens at the second
    one, HOST:PORT, or on this machine alone."""
    registry, listen = (sys.argv[1:] + [registry, "127.0.0.1:0"][len(sys.argv) - 1:])[:2]
    if not certificates.secured() and not listen.startswith("127.0.0.1:"):
        sys.exit(f"at {listen} anybody could say to be any user: set SALAATFLOW_TLS_CERT")
    server = grpc.server(futures.ThreadPoolExecutor(max_workers=8), options=_PINGS)
    healthy = message("grpc.health.v1.HealthCheckResponse")(status="SERVING")
    server.add_generic_rpc_handlers((_handlers(offers, answers), _handlers("grpc.health.v1.Health", {"Check": lambda *_: healthy})))
    port = certificates.listen(server, listen)
    server.start()
    registration = Registration(
        registry, lambda: print("joined, serving at port", port, flush=True), service=name, version=version,
        instance_id=f"python-{os.getpid()}", address=re.sub(r"\d+$", str(port), listen), grpc_services=[offers], files=files)
    registration.start()
    stop = threading.Event()
    for sign in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sign, lambda *_: stop.set())
    stop.wait()
    registration.leave()  # first, so that no new call comes
    server.stop(grace=10).wait()  # once the calls that run are answered


def _handlers(offers, answers):
    methods = service(offers).methods_by_name
    return grpc.method_handlers_generic_handler(offers, {
        rpc: grpc.unary_unary_rpc_method_handler(
            answer, message(methods[rpc].input_type.full_name).FromString, lambda response: response.SerializeToString())
        for rpc, answer in answers.items()})
