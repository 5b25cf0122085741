/** Loads data that is a part of the client. */
export async function fetchJson<T>(url: string): Promise<T> {
  const response = await fetch(url);
  if (!response.ok) throw new TypeError(`${url} answers ${response.status}`);
  return (await response.json()) as T;
}
