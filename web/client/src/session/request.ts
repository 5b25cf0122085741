import type { Client } from "stoat.js";
import { patiently } from "./patiently.ts";
import { apiUrl } from "./server.ts";

/** A GET request on a route that the library does not know: it would leave out the query. */
export async function getJson<T>(client: Client, path: string, query: URLSearchParams): Promise<T> {
  const [header, token] = client.authenticationHeader;
  return patiently(async () => {
    const response = await fetch(`${apiUrl}${path}?${query}`, { headers: { [header]: token } });
    if (!response.ok) throw await response.text();
    return (await response.json()) as T;
  });
}
