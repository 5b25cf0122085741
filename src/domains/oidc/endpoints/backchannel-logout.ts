import { type EndpointReply, endpoint } from "../../../declare/endpoint.ts";
import { readBytes } from "../../../input/read-body.ts";
import { OidcError } from "../../../platform/oidc/oidc-error.ts";
import { logOutByProvider } from "../actions/provider-sessions.ts";
import { findProvider } from "../resources.ts";

const maxBytes = 65_536;

/** OpenID Connect Back-Channel Logout 1.0. The request has no other proof than the signature of its token. */
export const backchannelLogoutEndpoint = endpoint({
  id: "oidc_backchannel_logout",
  method: "POST",
  path: "/api/auth/oidc/:provider/backchannel-logout",
  summary:
    "Where a provider says that somebody has logged out there: ends the sessions that came from there.",
  auth: "none",
  limit: { bucket: "auth_delete" },
  errors: ["NotFound"],
  async handle({ request, params, services, write, fail }) {
    const provider = findProvider(services, params.provider);
    if (!provider) throw fail("NotFound");
    const limit = Math.min(maxBytes, services.config.http.body_limit);
    const form = new URLSearchParams(new TextDecoder().decode(await readBytes(request, limit)));
    try {
      const token = await provider.client.readLogoutToken(form.get("logout_token") ?? "");
      const isNew = await write((tx) => logOutByProvider(tx, token));
      return isNew ? reply(200) : reply(400, "the logout token was presented before");
    } catch (error) {
      if (!(error instanceof OidcError)) throw error;
      services.log.warn({ provider: params.provider, reason: error.message }, "a logout token was refused");
      return error.reason === "invalid" ? reply(400, error.message) : reply(503, error.message);
    }
  },
});

function reply(status: number, description?: string): EndpointReply {
  const headers = { "cache-control": "no-store", "content-type": "application/json" };
  const body = description && JSON.stringify({ error: "invalid_request", error_description: description });
  return { status, headers, body: body ?? null };
}
