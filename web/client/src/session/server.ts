import { createResource } from "solid-js";
import { API } from "stoat-api";

/** Where the API of this page's server is. */
export const apiUrl = `${location.origin}/api`;

/** The API without a session, for the pages before the login. */
export const publicApi = new API({ baseURL: apiUrl });

/** What the server says of itself: its features and the addresses of its parts. */
export type ServerConfiguration = Awaited<ReturnType<typeof fetchConfiguration>>;

export function fetchConfiguration() {
  return publicApi.get("/");
}

const [configuration, { refetch }] = createResource(fetchConfiguration);

export { configuration, refetch as refetchConfiguration };
