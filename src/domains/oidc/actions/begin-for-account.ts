import { OidcError } from "../../../platform/oidc/oidc-error.ts";
import type { StepContext } from "../../accounts/index.ts";
import type { FlowPage } from "../rules/flow-page.ts";
import { beginFlow } from "./begin-flow.ts";

interface AccountFlow {
  readonly providerId: string;
  readonly purpose: "link" | "confirm";
  readonly page?: FlowPage | undefined;
  readonly accountId: string;
  readonly host: string | undefined;
}

/** Begins a flow of somebody who has a session. */
export async function begin(
  steps: StepContext<"NotFound" | "ProviderUnreachable">,
  { host, page = "client", ...request }: AccountFlow,
): Promise<{ url: string }> {
  const { api } = steps.services.urls.calledAt(host);
  const flow = await beginFlow(steps, { ...request, page, api }).catch((error: unknown) => {
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
