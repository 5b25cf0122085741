import { endpoint } from "../../../declare/endpoint.ts";
import { finishFlow } from "../actions/finish-flow.ts";
import { findProvider } from "../resources.ts";
import { endPage } from "../rules/flow-page.ts";
import { cookieName, cookieOf, redirectTo } from "../rules/redirect.ts";
import { SignInError } from "../rules/sign-in-error.ts";

export const callbackEndpoint = endpoint({
  id: "oidc_callback",
  method: "GET",
  path: "/api/auth/oidc/:provider/callback",
  summary: "Where a provider sends a browser back: leads to the page that logs in.",
  auth: "none",
  limit: { bucket: "auth" },
  errors: ["NotFound"],
  async handle({ request, params, query, address, services, read, write, fail }) {
    if (!findProvider(services, params.provider)) throw fail("NotFound");
    const addresses = services.urls.calledAt(request.headers.get("host") ?? undefined);
    const returned = {
      providerId: params.provider,
      query,
      browserToken: cookieOf(request),
      address: address(),
    };
    const end = await finishFlow({ services, read, write }, returned).catch((error: unknown) => {
      if (error instanceof SignInError) return { error: error.problem };
      throw error;
    });
    const cookie = `${cookieName}=; HttpOnly; SameSite=Lax; Path=/api/auth/oidc; Max-Age=0`;
    return redirectTo(endPage(addresses, query.get("state") ?? "", end), cookie);
  },
});
