/** A message that a client may send. */
export type ClientMessage =
  | { readonly type: "Authenticate"; readonly token: string }
  | { readonly type: "BeginTyping" | "EndTyping"; readonly channel: string }
  | { readonly type: "Ping"; readonly data: number | readonly number[] }
  | { readonly type: "Subscribe"; readonly server_id: string };

/** Undefined for a malformed or unknown message. */
export function readClientMessage(value: unknown): ClientMessage | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { type, token, channel, server_id, data } = value as Record<string, unknown>;
  switch (type) {
    case "Authenticate":
      return typeof token === "string" ? { type, token } : undefined;
    case "BeginTyping":
    case "EndTyping":
      return typeof channel === "string" ? { type, channel } : undefined;
    case "Subscribe":
      return typeof server_id === "string" ? { type, server_id } : undefined;
    case "Ping":
      return readPing(data);
  }
  return undefined;
}

/** The data is a non-negative integer or a list of bytes; Pong returns it unchanged. */
function readPing(data: unknown): ClientMessage | undefined {
  if (Number.isSafeInteger(data) && (data as number) >= 0) return { type: "Ping", data: data as number };
  const bytes = data instanceof Uint8Array ? [...data] : data;
  if (!Array.isArray(bytes)) return undefined;
  const areBytes = bytes.every((byte) => Number.isInteger(byte) && byte >= 0 && byte <= 255);
  return areBytes ? { type: "Ping", data: bytes } : undefined;
}
