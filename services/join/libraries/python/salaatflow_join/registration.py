"""Keeping an instance registered, as docs/join.md says."""

import os
import queue
import sys
import threading

import grpc

from . import certificates
from .messages import message

_REGISTRY = "salaatflow.registry.v1."
_PATH = "/salaatflow.registry.v1.RegistryService/"


class Registration:
    """Keeps an instance registered from start to leave. It calls joined whenever gateways can call the instance."""

    def __init__(self, registry, joined, **instance):
        self._registry = registry  # its address
        self._channel = None  # to the registry, since the last try
        self._joined, self._instance = joined, instance
        self._lease = ""  # the one that was given last, which proves that this is the same instance
        self._stream = None
        self._left = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self):
        self._thread.start()

    def leave(self):
        self._left.set()
        if self._stream:
            self._stream.cancel()
        self._thread.join()
        if not self._lease:
            return
        try:
            with certificates.dial(self._registry) as self._channel:
                self._ask("Deregister", lease_id=self._lease)
        except grpc.RpcError as error:
            print("the lease runs out by itself:", error.details(), file=sys.stderr)

    def _ask(self, rpc, **fields):
        call = self._channel.unary_unary(
            _PATH + rpc, message(_REGISTRY + rpc + "Request").SerializeToString, message(_REGISTRY + rpc + "Response").FromString)
        return call(message(_REGISTRY + rpc + "Request")(**fields), timeout=5, metadata=credential())

    def _run(self):
        pause = 0.1
        while not self._left.is_set():
            try:
                with certificates.dial(self._registry) as self._channel:
                    granted = self._ask("Register", previous_lease_id=self._lease, **self._instance)
                    for note in () if self._lease else granted.notes:
                        print("models know less of a tool:", note, file=sys.stderr)
                    self._lease, pause = granted.lease_id, 0.1
                    self._renew(granted.ttl.seconds + granted.ttl.nanos / 1e9)
            except (grpc.RpcError, OSError) as error:
                if not self._left.is_set():
                    print("not registered:", error.details() if isinstance(error, grpc.RpcError) else error, file=sys.stderr)
            self._left.wait(pause)
            pause = min(2 * pause, 2)

    def _renew(self, ttl):
        """Renews the lease three times in its life, until the stream breaks or the registry is silent."""
        renewals, told = queue.Queue(), False
        renewal = message(_REGISTRY + "KeepAliveRequest")(lease_id=self._lease)
        renewals.put(renewal)
        answered = threading.Event()
        self._stream = stream = self._channel.stream_stream(
            _PATH + "KeepAlive", message(_REGISTRY + "KeepAliveRequest").SerializeToString,
            message(_REGISTRY + "KeepAliveResponse").FromString)(iter(renewals.get, None), metadata=credential())
        if self._left.is_set():  # meanwhile, so that nobody else ends it
            stream.cancel()

        def tick(after):
            while not ended.wait(after):
                if not answered.is_set():
                    stream.cancel()
                    return
                answered.clear()
                renewals.put(renewal)

        ended = threading.Event()
        threading.Thread(target=tick, args=(ttl / 3,), daemon=True).start()
        try:
            for answer in stream:
                answered.set()
                if not answer.unpublished and not told:
                    self._joined()
                told = not answer.unpublished
                if answer.unpublished and not ended.wait(0.2):
                    renewals.put(renewal)
        finally:
            ended.set()
            renewals.put(None)


def credential():
    """Returns the metadata with the platform's credential, which is read each time, since it may be replaced."""
    file = os.environ.get("SALAATFLOW_CREDENTIAL_FILE")
    if not file:
        return None
    with open(file, encoding="utf-8") as lines:
        return (("authorization", "Bearer " + lines.readline().strip()),)
