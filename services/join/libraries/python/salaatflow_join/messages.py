"""The messages, made of descriptor sets while the program runs, so that nothing has to be generated."""

import pathlib

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

_POOL = descriptor_pool.DescriptorPool()


def load(file, *names):
    """Adds the named files of a descriptor set, and returns its bytes.

    What else they import is there for their options alone. It need not be known, and may be too new for this protobuf."""
    raw = pathlib.Path(file).read_bytes()
    for described in descriptor_pb2.FileDescriptorSet.FromString(raw).file:
        if described.name in names:
            needed = [name for name in described.dependency if name in names]
            del described.dependency[:], described.public_dependency[:]
            described.dependency.extend(needed)
            _POOL.Add(described)
    return raw


def message(name):
    """Returns the class of a message by its full name."""
    described = _POOL.FindMessageTypeByName(name)
    if hasattr(message_factory, "GetMessageClass"):  # since protobuf 4.22
        return message_factory.GetMessageClass(described)
    return message_factory.MessageFactory(_POOL).GetPrototype(described)


def service(name):
    """Returns the descriptor of a gRPC service by its full name."""
    return _POOL.FindServiceByName(name)


load(pathlib.Path(__file__).parent / "join.binpb",
     "google/protobuf/any.proto", "google/protobuf/duration.proto", "registry.proto", "health.proto", "errors.proto")
