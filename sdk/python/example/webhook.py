"""Receives a webhook: python webhook.py KEY URL"""

import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from queue import Queue

from platen import Platen, WebhookEvent, WebhookSignatureError, verify_webhook

key, url = sys.argv[1:]
secret = ""
events: "Queue[WebhookEvent]" = Queue()
seen = set()  # a database in production, with the deliveries of two weeks


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(min(int(self.headers["Content-Length"]), 65536))
        try:
            event = verify_webhook(body, self.headers, secret)
        except WebhookSignatureError:
            self.send_response(401)
            self.end_headers()
            return
        self.send_response(204)  # respond first: slow work belongs in the background
        self.end_headers()
        if event.delivery_id not in seen:
            seen.add(event.delivery_id)
            events.put(event)

    def log_message(self, *_: object) -> None:
        pass


server = HTTPServer(("127.0.0.1", 0), Receiver)
threading.Thread(target=server.serve_forever, daemon=True).start()
with Platen(key, url) as client:
    webhook = client.webhooks.create_webhook(url=f"http://127.0.0.1:{server.server_port}")
    secret = webhook.secret
    client.webhooks.test_webhook(webhook_id=webhook.id)
event = events.get(timeout=30)
print("received", event.event, event.delivery_id)
server.shutdown()
