import type { ApiResponse } from "../http/client.ts";
import { boundary, form, type Part } from "../http/multipart.ts";
import type { TestServer } from "../server/server.ts";
import { type NewWebhook, webhookPath } from "./webhooks.ts";

export type WebhookKey = Pick<NewWebhook, "id" | "token">;

export interface Delivery {
  readonly body: string | Uint8Array<ArrayBuffer>;
  /** Without one, the request has no content type. */
  readonly type?: string;
  readonly query?: string;
}

/** Posts to a webhook as senders for Discord and Slack do. The response may not be JSON. */
export async function deliver(
  { url }: Pick<TestServer, "url">,
  key: WebhookKey,
  delivery: Delivery & { readonly to: "discord" | "slack" },
): Promise<ApiResponse> {
  const { to, body, type, query = "" } = delivery;
  const response = await fetch(`${url}/api${webhookPath(key)}/${to}${query}`, {
    method: "POST",
    // Bytes, because fetch adds a content type to a string.
    body: typeof body === "string" ? new TextEncoder().encode(body) : body,
    headers: type === undefined ? {} : { "content-type": type },
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

/** A multipart form with fields and files. */
export function formOf(fields: Record<string, string>, ...files: readonly Part[]): Delivery {
  const parts = Object.entries(fields).map(([field, content]) => ({
    field,
    content,
    filename: null,
    type: "text/plain",
  }));
  return { body: form(...parts, ...files), type: `multipart/form-data; boundary=${boundary}` };
}

/** A URL-encoded form. */
export function encoded(fields: Record<string, string>): Delivery {
  return { body: new URLSearchParams(fields).toString(), type: "application/x-www-form-urlencoded" };
}

export function json(value: unknown): Delivery {
  return { body: JSON.stringify(value), type: "application/json" };
}
