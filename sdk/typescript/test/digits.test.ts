import assert from "node:assert/strict";
import { test } from "node:test";
import { create, fromBinary, toBinary, type Message } from "@bufbuild/protobuf";
import { BinaryReader } from "@bufbuild/protobuf/wire";
import { StructSchema, type Value } from "@bufbuild/protobuf/wkt";
import { GenerateRequestSchema, setDataJson } from "../src/index.js";

/** What the service reads of a value: the digits of a number that a double does not hold, or the value. */
function read(value: Value): unknown {
  const kept = value.$unknown?.find((f) => f.no === 536870910);
  if (kept) return new BinaryReader(kept.data).string();
  switch (value.kind.case) {
    case "structValue":
      return Object.fromEntries(Object.entries(value.kind.value.fields).map(([k, v]) => [k, read(v)]));
    case "listValue":
      return value.kind.value.values.map(read);
    case "nullValue":
      return null;
    default:
      return value.kind.value;
  }
}

/** The last data of a request in its binary form. */
function sent(request: Message): unknown {
  const raw = toBinary(GenerateRequestSchema, request as never);
  const reader = new BinaryReader(raw);
  let data: unknown;
  while (reader.pos < reader.len) {
    const [no, type] = reader.tag();
    if (no !== 6) reader.skip(type, no);
    else data = Object.fromEntries(Object.entries(fromBinary(StructSchema, reader.bytes()).fields).map(([k, v]) => [k, read(v)]));
  }
  return data;
}

test("data as text keeps the digits of its numbers", () => {
  const request = create(GenerateRequestSchema, { data: { old: 1 } });
  setDataJson(request, ' {"price" : 19.90, "id":12345678901234567890,"n":2, "big":1e400, "none": -0.0, "text":"a \\"b\\" \\u00e9 {1.10,",\n"list":[1.50,[],{},{"x":0.10}],"t":true,"f":false,"z":null,"empty":{}} ');
  assert.deepEqual(sent(request), {
    price: "19.90", id: "12345678901234567890", n: 2, big: "1e400", none: "-0.0", text: 'a "b" é {1.10,', list: ["1.50", [], {}, { x: "0.10" }], t: true, f: false, z: null, empty: {},
  });
  assert.equal(request.data?.["price"], 19.9);
  setDataJson(request, "{}");
  assert.deepEqual(sent(request), {});
});

test("data that is not a JSON object is rejected", () => {
  const request = create(GenerateRequestSchema, {});
  for (const bad of ["", "[1]", "7", "null", '{"a":01}', '{"a":1,}', "{'a':1}"]) assert.throws(() => setDataJson(request, bad), bad === "[1]" || bad === "7" || bad === "null" ? TypeError : SyntaxError);
  assert.equal(request.$unknown, undefined);
});
