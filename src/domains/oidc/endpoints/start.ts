import { endpoint } from "../../../declare/endpoint.ts";
import { OidcError } from "../../../platform/oidc/oidc-error.ts";
import { beginFlow } from "../actions/begin-flow.ts";
import { findProvider } from "../resources.ts";
import { endPage, markState } from "../rules/flow-page.ts";
import { cookieName, redirectTo } from "../rules/redirect.ts";
import { flowLifetimeMs } from "../store/flows.ts";

const maxInvite = 128;

/** A browser goes here, because it has to keep the cookie. */
export const startEndpoint = endpoint({
  id: "oidc_start",
  method: "GET",
  path: "/api/auth/oidc/:provider/start",
  summary: "Begin a sign-in with a provider: leads there.",
  auth: "none",
  limit: { bucket: "auth" },
  errors: ["NotFound"],
  async handle({ request, params, query, services, write, fail }) {
    if (!findProvider(services, params.provider)) throw fail("NotFound");
    const host = request.headers.get("host") ?? undefined;
    const addresses = services.urls.calledAt(host);
    const { api } = addresses;
    // The provider returns to the public address, and the cookie has to be there.
    if (host !== new URL(api).host && !query.has("again")) {
      query.set("again", "1");
      return redirectTo(`${api}/auth/oidc/${params.provider}/start?${query}`);
    }
    const page = query.get("page") === "admin" ? "admin" : "client";
    const invite = query.get("invite")?.slice(0, maxInvite);
    try {
      const flow = await beginFlow(
        { services, write },
        { providerId: params.provider, purpose: "login", page, api, invite },
      );
      if (!flow) throw fail("NotFound");
      // Lax: it has to come along when the provider sends the browser back.
      const secure = api.startsWith("https:") ? "; Secure" : "";
      const cookie = `${cookieName}=${flow.browserToken}; HttpOnly; SameSite=Lax; Path=/api/auth/oidc; Max-Age=${flowLifetimeMs / 1_000}${secure}`;
      return redirectTo(flow.url, cookie);
    } catch (error) {
      if (!(error instanceof OidcError)) throw error;
      services.log.warn({ provider: params.provider, reason: error.message }, "a provider cannot be asked");
      return redirectTo(endPage(addresses, markState("", page), { error: "unreachable" }));
    }
  },
});
