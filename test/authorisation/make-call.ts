import { type ErrorName, errorCatalogue } from "../../src/declare/error.ts";
import { endpoints, routes } from "../../src/domains/index.ts";
import type { Call } from "./row.ts";

/** The method and full path of every route and endpoint, by id. */
export const addresses = new Map([
  ...routes.map(({ id, method, path }) => [id, { method, path: `/api${path}` }] as const),
  ...endpoints.map(({ id, method, path }) => [id, { method, path }] as const),
]);

/** The id of the route that a row calls. */
export function routeOf(rowName: string): string {
  return rowName.split(", ")[0] ?? "";
}

/** Calls a route and returns "ok" or the error type, with the missing permission if there is one. */
export async function makeCall(url: string, id: string, call: Call): Promise<string> {
  const address = addresses.get(id);
  if (!address) throw new Error(`there is no route ${id}`);
  const { params = {}, query = "", body = {}, headers = {} } = call;
  const path = address.path.replace(/:(\w+)/g, (_, name) => {
    const value = params[name];
    if (value === undefined) throw new Error(`the row for ${id} has no parameter ${name}`);
    return encodeURIComponent(value);
  });
  const sent = body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body);
  const { method } = address;
  const response = await fetch(`${url}${path}?${query}`, {
    method,
    headers,
    ...(method !== "GET" && { body: sent }),
  });
  const content = await response.bytes();
  if (response.ok) return "ok";
  const { type, permission } = JSON.parse(new TextDecoder().decode(content));
  const { status } = errorCatalogue[type as ErrorName];
  if (response.status !== status) return `${type} with ${response.status}`;
  return permission === undefined ? type : `${type} ${permission}`;
}
