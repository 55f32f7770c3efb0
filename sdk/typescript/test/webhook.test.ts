import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { verifyWebhook, WebhookSignatureError } from "../src/webhook.js";

interface Vector {
  name: string;
  secrets: string[];
  headers: Record<string, string>;
  body: string;
  valid: boolean;
  event?: string;
}

const vectors = JSON.parse(readFileSync(new URL("../../../../proto/vectors/webhook_signatures.json", import.meta.url), "utf8")) as Vector[];

test("the vectors that every client runs", async (t) => {
  assert.ok(vectors.length >= 8);
  for (const v of vectors) {
    await t.test(v.name, async () => {
      for (const headers of [v.headers, new Headers(v.headers)]) {
        for (const body of [v.body, new TextEncoder().encode(v.body)]) {
          const verified = verifyWebhook(body, headers, ...v.secrets);
          if (v.valid) assert.equal((await verified).event, v.event);
          else await assert.rejects(verified, WebhookSignatureError);
        }
      }
    });
  }
});
