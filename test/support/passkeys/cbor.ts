/** What an authenticator writes: numbers, texts, bytes, lists and maps. */
export type Cbor = number | string | Uint8Array | readonly Cbor[] | Map<number | string, Cbor>;

/** RFC 8949, independent of the library that the server uses. */
export function encodeCbor(value: Cbor): Uint8Array {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") {
    const text = new TextEncoder().encode(value);
    return join(head(3, text.length), text);
  }
  if (value instanceof Uint8Array) return join(head(2, value.length), value);
  if (value instanceof Map)
    return join(head(5, value.size), ...[...value].flat().map((part) => encodeCbor(part)));
  return join(head(4, value.length), ...value.map(encodeCbor));
}

function head(major: number, length: number): Uint8Array {
  const kind = major << 5;
  if (length < 24) return Uint8Array.of(kind | length);
  if (length < 256) return Uint8Array.of(kind | 24, length);
  return Uint8Array.of(kind | 25, length >> 8, length & 255);
}

export function join(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
