import { endpoints, routes } from "../../src/domains/index.ts";
import type { Call } from "./row.ts";

/** Every address of the program, from the root of the server. */
export const addresses = new Map([
  ...routes.map(({ id, method, path }) => [id, { method, path: `/api${path}` }] as const),
  ...endpoints.map(({ id, method, path }) => [id, { method, path }] as const),
]);

/** The id of the route that a row is about. */
export function routeOf(rowName: string): string {
  return rowName.split(", ")[0] ?? "";
}

/** Calls a route, and returns what the answer amounts to; where a permission is missing, which. */
export async function makeCall(url: string, id: string, call: Call): Promise<string> {
  const address = addresses.get(id);
  if (!address) throw new Error(`there is no route ${id}`);
  const { params = {}, query = "", body = {}, headers = {} } = call;
  const path = address.path.replace(/:(\w+)/g, (_, name) => {
    const value = params[name];
    if (value === undefined) throw new Error(`the row for ${id} does not say which ${name}`);
    return encodeURIComponent(value);
  });
  const sent = body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body);
  const { method } = address;
  const response = await fetch(`${url}${path}?${query}`, {
    method,
    headers,
    ...(method !== "GET" && { body: sent }),
  });
  const answer = await response.bytes();
  if (response.ok) return "ok";
  const { type, permission } = JSON.parse(new TextDecoder().decode(answer));
  return permission === undefined ? type : `${type} ${permission}`;
}
