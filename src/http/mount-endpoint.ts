import type { Endpoint, EndpointReply } from "../declare/endpoint.ts";
import { fail } from "../protocol/error.ts";
import type { Services } from "../store/services.ts";
import type { Store } from "../store/store.ts";
import type { AuthenticateAndLimit, IncomingRequest } from "./authenticate-and-limit.ts";
import { requireCaller } from "./identify.ts";
import { decodeParams } from "./mount.ts";
import { queryOf } from "./request-path.ts";
import { respond } from "./respond.ts";

export interface EndpointParts {
  readonly authenticateAndLimit: AuthenticateAndLimit;
  readonly store: Store;
  readonly services: Services;
}

/** The same steps as for a route, as far as there is something to check beforehand. */
export function mountEndpoint(
  endpoint: Endpoint,
  { authenticateAndLimit, store, services }: EndpointParts,
): (incoming: IncomingRequest) => Promise<Response> {
  const { auth, limit } = endpoint;
  const handle = endpoint.handle as (call: unknown) => Promise<EndpointReply>;
  const { read, write } = store;
  return async (incoming) => {
    const { request, response } = incoming;
    const counted = limit === "none" ? undefined : limit;
    const resource =
      counted?.by === undefined ? (counted?.resource ?? "") : (incoming.params[counted.by] ?? "");
    const { principal, refusal } = await authenticateAndLimit(incoming, {
      auth,
      bucket: counted?.bucket,
      resource,
    });
    if (refusal) return refusal;
    const caller = requireCaller(auth, principal);
    const params = decodeParams(incoming.params);
    const query = queryOf(request.url);
    const { status, headers, body } = await handle({
      request,
      params,
      query,
      caller,
      services,
      fail,
      read,
      write,
    });
    return respond(body, { status, headers }, response);
  };
}
