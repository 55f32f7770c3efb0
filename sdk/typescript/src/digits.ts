import type { JsonObject, Message } from "@bufbuild/protobuf";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";

/** The field of a google.protobuf.Value in which the service reads a number that a double does not hold digit by digit. */
const LITERAL = 536870910;

/** The number of the field `data` in the messages that have one. */
const FIELDS: Record<string, number> = { "platen.rendering.v1.GenerateRequest": 6, "platen.signing.v1.SignItem": 5 };

/**
 * Sets the data of a GenerateRequest or of a SignItem to a JSON object given as text, whose numbers keep every digit: 19.90 and 12345678901234567890
 * arrive as they are written, which numbers of JavaScript cannot express. Throws a SyntaxError for text that is not JSON,
 * and a TypeError for JSON that is not an object and for other messages.
 */
export function setDataJson(request: Message & { data?: JsonObject | undefined }, json: string): void {
  const data: unknown = JSON.parse(json);
  if (data === null || typeof data !== "object" || Array.isArray(data)) throw new TypeError("data is not a JSON object");
  const no = FIELDS[request.$typeName];
  if (no === undefined) throw new TypeError(`${request.$typeName} has no data`);
  request.data = data as JsonObject;
  const struct = new Reader(json).struct().finish();
  // A later field of a message is merged into an earlier one, so that these values replace those of the property.
  const field = new BinaryWriter().bytes(struct).finish();
  request.$unknown = [...(request.$unknown ?? []).filter((f) => f.no !== no), { no, wireType: WireType.LengthDelimited, data: field }];
}

/** Writes valid JSON as messages of google.protobuf.Struct. */
class Reader {
  #at = 0;
  constructor(readonly text: string) {}

  struct(): BinaryWriter {
    const out = new BinaryWriter();
    this.#each("}", () => {
      const key = this.#string();
      this.#skip();
      this.#at++; // the colon
      out.tag(1, WireType.LengthDelimited).fork().tag(1, WireType.LengthDelimited).string(key).tag(2, WireType.LengthDelimited).bytes(this.#value().finish()).join();
    });
    return out;
  }

  #list(): BinaryWriter {
    const out = new BinaryWriter();
    this.#each("]", () => out.tag(1, WireType.LengthDelimited).bytes(this.#value().finish()));
    return out;
  }

  #value(): BinaryWriter {
    this.#skip();
    const out = new BinaryWriter();
    switch (this.text[this.#at]) {
      case "{":
        return out.tag(5, WireType.LengthDelimited).bytes(this.struct().finish());
      case "[":
        return out.tag(6, WireType.LengthDelimited).bytes(this.#list().finish());
      case '"':
        return out.tag(3, WireType.LengthDelimited).string(this.#string());
      case "n":
        this.#at += 4;
        return out.tag(1, WireType.Varint).int32(0);
      case "t":
        this.#at += 4;
        return out.tag(4, WireType.Varint).bool(true);
      case "f":
        this.#at += 5;
        return out.tag(4, WireType.Varint).bool(false);
    }
    const literal = this.#match(/[-+.\deE]+/y);
    const double = Number(literal);
    out.tag(2, WireType.Bit64).double(Number.isFinite(double) ? double : Math.sign(double) * Number.MAX_VALUE);
    if (String(double) !== literal) out.tag(LITERAL, WireType.LengthDelimited).string(literal);
    return out;
  }

  /** Calls read for every item of the array or the object that begins here. */
  #each(end: string, read: () => void): void {
    this.#skip();
    this.#at++;
    for (this.#skip(); this.text[this.#at] !== end; this.#skip()) {
      if (this.text[this.#at] === ",") this.#at++;
      this.#skip();
      read();
    }
    this.#at++;
  }

  #string(): string {
    return JSON.parse(this.#match(/"(?:[^"\\]|\\.)*"/y)) as string;
  }

  #skip(): void {
    this.#match(/\s*/y);
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text)![0];
    this.#at += found.length;
    return found;
  }
}
