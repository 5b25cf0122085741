import type { TestServer } from "../server/server.ts";
import { CookieBrowser, endOf } from "./browser.ts";

/** Signs in by a browser of its own, and returns what the sign-in ends with. */
export async function signInWith(
  { running }: Pick<TestServer, "running">,
  { provider = "acme", query = "", browser = new CookieBrowser() } = {},
): Promise<Record<string, string>> {
  return endOf(await browser.visit(`${running.services.urls.api}/auth/oidc/${provider}/start${query}`));
}

/** Begins to link or confirm as somebody who is logged in, and returns what it ends with. */
export async function provenAt(
  { client }: Pick<TestServer, "client">,
  purpose: "link" | "confirm",
  as: { token: string; ticket?: string },
  browser = new CookieBrowser(),
): Promise<Record<string, string>> {
  const { body } = await client.post(`/auth/oidc/acme/${purpose}`, undefined, as);
  return endOf(await browser.visit(body.url));
}
