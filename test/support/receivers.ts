import type { Answer } from "./client.ts";
import { boundary, form, type Part } from "./multipart.ts";
import type { TestServer } from "./server.ts";
import { doorOf, type NewWebhook } from "./webhooks.ts";

export type Key = Pick<NewWebhook, "id" | "token">;

interface Delivery {
  readonly to: "discord" | "slack";
  readonly body: string | Uint8Array<ArrayBuffer>;
  /** Without one, the request says nothing of what it holds. */
  readonly type?: string;
  readonly query?: string;
}

/** Posts to a webhook as senders for other services do; what they get may not be JSON. */
export async function deliver(
  { url }: Pick<TestServer, "url">,
  key: Key,
  delivery: Delivery,
): Promise<Answer> {
  const { to, body, type, query = "" } = delivery;
  const response = await fetch(`${url}/api${doorOf(key)}/${to}${query}`, {
    method: "POST",
    // Bytes, as the type of a text would be sent along.
    body: typeof body === "string" ? new TextEncoder().encode(body) : body,
    headers: type === undefined ? {} : { "content-type": type },
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

/** A form with files beside the fields. */
export function formOf(fields: Record<string, string>, ...files: readonly Part[]): Omit<Delivery, "to"> {
  const parts = Object.entries(fields).map(([field, content]) => ({
    field,
    content,
    filename: null,
    type: "text/plain",
  }));
  return { body: form(...parts, ...files), type: `multipart/form-data; boundary=${boundary}` };
}

/** The other kind of form. */
export function encoded(fields: Record<string, string>): Omit<Delivery, "to"> {
  return { body: new URLSearchParams(fields).toString(), type: "application/x-www-form-urlencoded" };
}

export function json(value: unknown): Omit<Delivery, "to"> {
  return { body: JSON.stringify(value), type: "application/json" };
}
