import Type from "typebox";
import { OidcError } from "../../../platform/oidc/openid-provider.ts";
import type { StepContext } from "../../accounts/index.ts";
import { beginFlow } from "./begin-flow.ts";

/** Tells under which address the client has called. */
export const beginRequest = Type.Object({
  host: Type.Optional(
    Type.String({
      maxLength: 300,
      description: "Where the provider returns to if no public address is configured.",
    }),
  ),
});

interface AccountFlow {
  readonly providerId: string;
  readonly purpose: "link" | "confirm";
  readonly accountId: string;
  readonly host: string | undefined;
}

/** Begins a flow of somebody who has a session. */
export async function begin(
  steps: StepContext<"NotFound" | "ProviderUnreachable">,
  { host, ...request }: AccountFlow,
): Promise<{ url: string }> {
  const { api } = steps.services.urls.calledAt(host);
  const flow = await beginFlow(steps, { ...request, api }).catch((error: unknown) => {
    if (!(error instanceof OidcError)) throw error;
    steps.services.log.warn(
      { provider: request.providerId, reason: error.message },
      "a provider cannot be asked",
    );
    throw steps.fail("ProviderUnreachable");
  });
  if (!flow) throw steps.fail("NotFound");
  return { url: flow.url };
}
