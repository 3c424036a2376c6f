"""What the service does. It knows nothing of gRPC."""


def greet(name):
    return f"Assalamu alaikum, {name}!"
