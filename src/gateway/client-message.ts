import { LazyValidator } from "../platform/memoize/lazy-validator.ts";
import { clientMessages } from "../protocol/connection-messages.ts";

/** A message that a client may send. */
export type ClientMessage =
  | { readonly type: "Authenticate"; readonly token: string }
  | { readonly type: "BeginTyping" | "EndTyping"; readonly channel: string }
  | { readonly type: "Ping"; readonly data?: number | readonly number[] }
  | { readonly type: "Subscribe"; readonly server_id: string };

interface MessageReader {
  readonly name: string;
  readonly validator: LazyValidator;
  readonly fields: readonly string[];
}

const readers = new Map<unknown, MessageReader>(
  clientMessages.map(({ name, payload }) => [
    name.toLowerCase(),
    { name, validator: new LazyValidator(payload), fields: Object.keys(payload.properties) },
  ]),
);

/** Undefined for a malformed or unknown message. Types are case-insensitive. */
export function readClientMessage(value: unknown): ClientMessage | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { type, ...given } = value as Record<string, unknown>;
  const reader = typeof type === "string" ? readers.get(type.toLowerCase()) : undefined;
  if (!reader) return undefined;
  const message: Record<string, unknown> = { type: reader.name };
  for (const field of reader.fields) if (given[field] != null) message[field] = asJson(given[field]);
  return reader.validator.check(message) ? (message as unknown as ClientMessage) : undefined;
}

/** Msgpack has a type for bytes; JSON writes them as a list. */
function asJson(value: unknown): unknown {
  return value instanceof Uint8Array ? [...value] : value;
}
