interface Encodings {
  json?: unknown;
  msgpack?: unknown;
}

const encodings = new WeakMap<object, Encodings>();

/** Marks a value that many packets hold, so that each format encodes it once. From then on nobody may change it. */
export function shareEncoding<T extends object>(value: T): T {
  encodings.set(value, {});
  return Object.freeze(value);
}

/** Encodes a value, or returns the encoding that it has already if it is shared. */
export function encodeShared<Encoded>(
  value: unknown,
  format: keyof Encodings,
  encode: (value: unknown) => Encoded,
): Encoded {
  const known = typeof value === "object" && value !== null ? encodings.get(value) : undefined;
  if (!known) return encode(value);
  known[format] ??= encode(value);
  return known[format] as Encoded;
}
