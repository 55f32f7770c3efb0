import assert from "node:assert/strict";
import { createServer as createHttpServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { test } from "node:test";
import { create, toBinary } from "@bufbuild/protobuf";
import { GenerateResponseSchema, Platen, PlatenError, type Options } from "../src/index.js";
import { certificate, key } from "./certificate.js";

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

interface Dropping {
  url: string;
  /** The idempotency keys of the requests that were read. */
  keys: string[];
  close(): void;
}

/** A service that loses its first connections and requests. */
async function dropping(accept: ((socket: Socket) => void)[], handle: Handle[], tls = false): Promise<Dropping> {
  const keys: string[] = [];
  const listener: RequestListener = (request, response) => {
    request.resume().on("end", () => {
      keys.push(String(request.headers["idempotency-key"] ?? ""));
      const drop = handle.shift();
      if (drop) return drop(request, response);
      const message = create(GenerateResponseSchema, { result: { case: "render", value: { id: "rnd_1" } } });
      response.writeHead(200, { "Content-Type": "application/proto", Connection: "close" }).end(toBinary(GenerateResponseSchema, message));
    });
  };
  const http = tls ? createTlsServer({ cert: certificate, key }, listener) : createHttpServer(listener);
  const server: Server = createServer((socket) => {
    socket.on("error", () => {});
    const drop = accept.shift();
    if (drop) drop(socket);
    else http.emit("connection", socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `${tls ? "https" : "http"}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys,
    close() {
      http.closeAllConnections();
      server.close();
    },
  };
}

const hangUp = (reset: boolean) => (socket: Socket) => void (reset ? socket.resetAndDestroy() : socket.destroy());
const after = (text: string, reset = false): Handle => ({ socket }) => socket.write(text, () => hangUp(reset)(socket));
const status = (code: number): Handle => (_, response) => void response.writeHead(code, { "Content-Type": "text/html", "X-Request-Id": "req_proxy" }).end("<p>no backend");
const partial = "HTTP/1.1 200 OK\r\nContent-Type: application/proto\r\nContent-Length: 100\r\n\r\nabc";
const request = { source: { case: "html" as const, value: "<p>" } };

function client(url: string, options: Partial<Options> = {}): Platen {
  return new Platen({ token: "svc_test_x", baseUrl: url, sleep: async () => {}, ...options });
}

async function failure(promise: Promise<unknown>): Promise<PlatenError> {
  const error = await promise.then(() => undefined, (e: unknown) => e);
  assert.ok(error instanceof PlatenError, String(error));
  return error;
}

test("lost connections are retried under one key", async () => {
  const cases: [string, ((socket: Socket) => void)[], Handle[], number][] = [
    ["closed before the request", [hangUp(false), hangUp(false)], [], 1],
    ["reset before the request", [hangUp(true), hangUp(true)], [], 1],
    ["closed after the request", [], [after(""), after("")], 3],
    ["reset after the request", [], [after("", true)], 2],
    ["closed within the header", [], [after(partial.slice(0, 30))], 2],
    ["closed within the response", [], [after(partial)], 2],
    ["reset within the response", [], [after(partial, true)], 2],
    ["a proxy without a backend", [], [status(502), status(503), status(504)], 4],
  ];
  for (const [name, accept, handle, tries] of cases) {
    const server = await dropping(accept, handle);
    try {
      await client(server.url, { tryTimeout: 2000 }).preview(request);
    } catch (error) {
      assert.fail(`${name}: ${String(error)}`);
    } finally {
      server.close();
    }
    assert.equal(server.keys.length, tries, name);
    assert.match(server.keys[0]!, /^[0-9a-f]{8}-[0-9a-f]{4}-4/, name);
    assert.equal(new Set(server.keys).size, 1, name);
  }
});

test("names that are not resolved and refused connections are retried", async () => {
  const server = await dropping([], []);
  const closed = await dropping([], []);
  closed.close();
  const wrong = ["http://no-such-host.invalid", closed.url];
  const fetch: typeof globalThis.fetch = (input, init) => {
    const base = wrong.shift();
    return globalThis.fetch(base ? String(input).replace(server.url, base) : input, init);
  };
  await client(server.url, { fetch }).preview(request);
  assert.equal(server.keys.length, 1);
  server.close();
});

test("a handshake that breaks is retried, a certificate that is refused is not", async () => {
  const server = await dropping([hangUp(false), hangUp(true), (socket) => socket.end("HTTP/1.0 400 no\r\n\r\n")], [], true);
  let tries = 0;
  const fetch: typeof globalThis.fetch = (...call) => (tries++, globalThis.fetch(...call));
  const error = await failure(client(server.url, { fetch, tryTimeout: 2000 }).preview(request));
  assert.deepEqual([error.code, tries], ["CONNECTION_LOST", 4], String(error));
  assert.match(error.message, /^CONNECTION_LOST: .+ \(http.+Generate\)$/);
  assert.match(error.message, /certificate/);
  server.close();
});

test("every failure is a PlatenError that says where it was", async () => {
  const ever = (handle: Handle) => Array.from({ length: 10 }, () => handle);
  const cases: [string, Handle[], string, number, string | undefined, number][] = [
    ["lost for good", ever(after("")), "CONNECTION_LOST", 0, undefined, 6],
    ["a proxy for good", ever(status(502)), "HTTP_ERROR", 502, "req_proxy", 6],
    ["not the service", ever(status(404)), "HTTP_ERROR", 404, "req_proxy", 1],
    ["no message", ever((_, response) => void response.writeHead(200, { "Content-Type": "application/proto", Connection: "close" }).end("abc")), "INVALID_RESPONSE", 500, undefined, 1],
  ];
  for (const [name, handle, code, number, requestId, tries] of cases) {
    const server = await dropping([], handle);
    const error = await failure(client(server.url).preview(request));
    assert.deepEqual([error.code, error.status, error.requestId, server.keys.length], [code, number, requestId, tries], `${name}: ${String(error)}`);
    assert.equal(error.url, `${server.url}/platen.rendering.v1.RenderService/Generate`);
    server.close();
  }
});

test("a call without a key that was sent is not repeated", async () => {
  const server = await dropping([], [after("")]);
  const error = await failure(client(server.url).images.deleteImage({ imageId: "img_1" }));
  assert.deepEqual([error.code, server.keys.length], ["CONNECTION_LOST", 1]);
  server.close();
});

test("timeouts, signals and tokens that cannot be had", async () => {
  const server = await dropping([], [() => {}, () => {}, () => {}]);
  assert.equal((await failure(client(server.url, { timeout: 50 }).preview(request))).code, "TIMEOUT");
  assert.equal((await failure(client(server.url).preview(request, { timeout: 50 }))).code, "TIMEOUT");
  const stop = new AbortController();
  setTimeout(() => stop.abort(new Error("enough")), 50);
  assert.equal((await failure(client(server.url).preview(request, { signal: stop.signal }))).code, "CANCELED");
  const error = await failure(client(server.url, { token: () => Promise.reject(new Error("no issuer")) }).preview(request));
  assert.deepEqual([error.code, server.keys.length], ["TOKEN_FAILED", 3]);
  server.close();
});
