// Receives a webhook: it checks the signature over the raw body and drops what it has seen:
//   node webhook.js KEY http://127.0.0.1:8080
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { arrayBuffer } from "node:stream/consumers";
import { Platen, verifyWebhook, WebhookSignatureError } from "@platenhq/platen";

const [token = "", baseUrl = ""] = process.argv.slice(2);
const platen = new Platen({ token, baseUrl });
const seen = new Set<string>(); // a database in production, with the deliveries of two weeks
let secret = "";

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = new Uint8Array(await arrayBuffer(request)); // the raw bytes as received
  try {
    const event = await verifyWebhook(body, request.headers, secret);
    if (!seen.has(event.delivery_id)) console.log("received", event.event, event.delivery_id);
    seen.add(event.delivery_id);
    response.writeHead(204).end(); // respond first: slow work belongs in the background
  } catch (error) {
    response.writeHead(error instanceof WebhookSignatureError ? 401 : 500).end();
  }
}

const server = createServer((request, response) => void receive(request, response)).listen(0, "127.0.0.1");
await new Promise((listening) => server.once("listening", listening));
const webhook = await platen.webhooks.createWebhook({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
secret = webhook.secret ?? "";
await platen.webhooks.testWebhook({ webhookId: webhook.id });
server.close();
server.closeAllConnections();
