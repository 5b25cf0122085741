import type { Client } from "../session/client.ts";
import { destination } from "./destination.ts";

const key = "confirmation";
/** A little less than the server's. */
const lifetimeMs = 4 * 60_000;

/** What a provider has confirmed for one sensitive action. Kept in the tab, because the browser was elsewhere meanwhile. */
export const confirmation = {
  keep(ticket: string): void {
    sessionStorage.setItem(key, JSON.stringify({ ticket, at: Date.now() }));
  },

  read(): string | undefined {
    try {
      const { ticket, at } = JSON.parse(sessionStorage.getItem(key) ?? "") as { ticket: string; at: number };
      return Date.now() - at < lifetimeMs ? ticket : undefined;
    } catch {
      return undefined;
    }
  },

  /** It works once. */
  take(): string | undefined {
    const ticket = confirmation.read();
    sessionStorage.removeItem(key);
    return ticket;
  },
};

/** Leaves the page for a provider, which sends the browser back to it. */
export async function goToProvider(
  { api }: Client,
  provider: string,
  purpose: "link" | "confirm",
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const path = `/auth/oidc/${encodeURIComponent(provider)}/${purpose}` as const;
  const { url } = await api.post(path, undefined, { headers });
  destination.remember(location.pathname);
  location.assign(url);
}
