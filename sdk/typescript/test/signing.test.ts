import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { inflateRawSync } from "node:zlib";
import { imageSignature, signInlineUrl, signTemplateUrl, type SignedContent } from "../src/signing.js";

interface Vectors {
  kid: string;
  secret: string;
  signatures: { name: string; rest: string; expiry: string; signature: string }[];
  inline: { name: string; content: SignedContent; canonical: string; expiry: string; path: string }[];
  templates: { name: string; template: string; version: number; values: Record<string, string>; expiry: string; path: string }[];
}

const vectors = JSON.parse(readFileSync(new URL("../../../../proto/vectors/signing.json", import.meta.url), "utf8")) as Vectors;
const key = { baseUrl: "https://img.example.com/", kid: vectors.kid, secret: vectors.secret };
const at = (expiry: string) => (expiry === "" ? undefined : new Date(Number(expiry) * 1000));

test("the signatures that every client makes", async () => {
  assert.ok(vectors.signatures.length >= 5);
  for (const v of vectors.signatures) assert.equal(await imageSignature(key, v.rest, v.expiry), v.signature, v.name);
});

test("the URLs of templates", async () => {
  assert.ok(vectors.templates.length >= 3);
  for (const v of vectors.templates) {
    const url = await signTemplateUrl(key, { id: v.template, version: v.version }, v.values, at(v.expiry));
    assert.equal(url, `https://img.example.com${v.path}`, v.name);
  }
});

test("inline URLs hold their content and are signed", async () => {
  assert.ok(vectors.inline.length >= 3);
  for (const v of vectors.inline) {
    // Two compressors agree on what they hold, not on their bytes.
    for (const url of [await signInlineUrl(key, v.content, at(v.expiry)), `https://img.example.com${v.path}`]) {
      const [path, query = ""] = url.slice(`https://img.example.com/i/${vectors.kid}/`.length).split("?");
      const rest = path!.slice(path!.indexOf("/") + 1);
      const payload = rest.slice("d/".length, -".png".length);
      assert.equal(inflateRawSync(Uint8Array.from(Buffer.from(payload, "base64url"))).toString(), v.canonical, v.name);
      assert.equal(path!.slice(0, path!.indexOf("/")), await imageSignature(key, rest, v.expiry), v.name);
      assert.equal(query, v.expiry === "" ? "" : `exp=${v.expiry}`);
    }
  }
  await assert.rejects(signInlineUrl(key, { html: Array.from({ length: 20000 }, (_, i) => Math.sin(i)).join() }), RangeError);
});
