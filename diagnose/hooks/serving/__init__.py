"""A receiver of alert payloads: ``diagnose serve``, or mounted in a service as WSGI or ASGI.

``bytes -> receiving.Receiver -> Response``, and on to ``spool.Spool -> forwarding.Forwarder``.
"""
