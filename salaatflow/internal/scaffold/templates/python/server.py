"""__SERVICE__: it serves __PACKAGE__.v1.__TYPE__Service, and joins the platform with it.

    python3 server.py [REGISTRY]
"""

import os
import signal
import sys
import threading
from concurrent import futures

import grpc

from join import Registration, refuse
from messages import load, message
from tool import greet

FILES = load("service.binpb", "__PACKAGE__/v1/__PACKAGE__.proto")


def answer(request, context):
    if not request.name:
        refuse(context, grpc.StatusCode.INVALID_ARGUMENT, "VALIDATION_ERROR", "name: Required")
    return message("__PACKAGE__.v1.__RPC__Response")(greeting=greet(request.name))


def check(_request, _context):
    return message("grpc.health.v1.HealthCheckResponse")(status="SERVING")


def handler(answer, request):
    return grpc.unary_unary_rpc_method_handler(answer, message(request).FromString, lambda response: response.SerializeToString())


def main():
    server = grpc.server(futures.ThreadPoolExecutor(max_workers=8))
    server.add_generic_rpc_handlers((
        grpc.method_handlers_generic_handler("__PACKAGE__.v1.__TYPE__Service", {
            "__RPC__": handler(answer, "__PACKAGE__.v1.__RPC__Request"),
        }),
        grpc.method_handlers_generic_handler("grpc.health.v1.Health", {"Check": handler(check, "grpc.health.v1.HealthCheckRequest")}),
    ))
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    registration = Registration(
        sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:9000", lambda: print("joined, serving at port", port, flush=True),
        service="__SERVICE__", version="v1.0.0", instance_id=f"python-{os.getpid()}", address=f"127.0.0.1:{port}",
        grpc_services=["__PACKAGE__.v1.__TYPE__Service"], files=FILES)
    registration.start()
    stop = threading.Event()
    for sign in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sign, lambda *_: stop.set())
    stop.wait()
    registration.leave()  # first, so that no new call comes
    server.stop(grace=10).wait()  # once the calls that run are answered


if __name__ == "__main__":
    main()
