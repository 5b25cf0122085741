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

/** The encodings of a shared value so far; undefined for other values. */
export function sharedEncodings(value: unknown): Encodings | undefined {
  return typeof value === "object" && value !== null ? encodings.get(value) : undefined;
}
