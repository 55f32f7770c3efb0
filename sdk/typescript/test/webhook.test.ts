import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { verifyStandardWebhook, verifyWebhook, WebhookSignatureError } from "../src/webhook.js";

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

test("the vectors of the Standard Webhooks headers", async (t) => {
  const standard = JSON.parse(readFileSync(new URL("../../../../proto/vectors/standard_webhooks.json", import.meta.url), "utf8")) as (Vector & { now: number })[];
  assert.ok(standard.length >= 12);
  for (const v of standard) {
    await t.test(v.name, async () => {
      const verified = verifyStandardWebhook(v.body, new Headers(v.headers), v.secrets, new Date(v.now * 1000));
      if (v.valid) assert.equal((await verified).event, v.event);
      else await assert.rejects(verified, WebhookSignatureError);
    });
  }
});
