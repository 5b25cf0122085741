import type { RelyingParty } from "../../../platform/webauthn/webauthn.ts";

/**
 * The relying party of WebAuthn at these addresses. A passkey belongs to the host at which people log in, and browsers
 * use it there and at hosts below it: so the admin page has passkeys if it is at the same host, or at one below.
 */
export function relyingPartyOf({ app, api }: { readonly app: string; readonly api: string }): RelyingParty {
  const [login, server] = [new URL(app), new URL(api)];
  const id = login.hostname;
  const isBelow = server.hostname === id || server.hostname.endsWith(`.${id}`);
  return { id, origins: [...new Set([login.origin, ...(isBelow ? [server.origin] : [])])] };
}
