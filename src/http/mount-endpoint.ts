import type { Endpoint, EndpointReply } from "../declare/endpoint.ts";
import { fail } from "../declare/error.ts";
import type { Services } from "../declare/services.ts";
import type { Store } from "../store/store.ts";
import type { AuthenticateAndLimit, IncomingRequest } from "./authenticate-and-limit.ts";
import { requireCaller } from "./identify.ts";
import { decodeParams } from "./mount.ts";
import { respond } from "./respond.ts";
import { queryOf } from "./router.ts";

interface EndpointDependencies {
  readonly authenticateAndLimit: AuthenticateAndLimit;
  readonly store: Store;
  readonly services: Services;
}

/** Serves an endpoint with the steps of a route up to its input, which endpoints read themselves. */
export function mountEndpoint(
  endpoint: Endpoint,
  { authenticateAndLimit, store, services }: EndpointDependencies,
): (incoming: IncomingRequest) => Promise<Response> {
  const { auth, limit } = endpoint;
  const rateLimit = limit === "none" ? undefined : limit;
  const handle = endpoint.handle as (call: unknown) => Promise<EndpointReply>;
  const { read, write } = store;
  return async (incoming) => {
    const { request, response } = incoming;
    const { bucket, by, resource: fixed = "" } = rateLimit ?? {};
    const resource = by === undefined ? fixed : (incoming.params[by] ?? "");
    const call = { auth, bucket, resource };
    const { principal, address, limitExceeded } = await authenticateAndLimit(incoming, call);
    if (limitExceeded) return limitExceeded;
    const caller = requireCaller(auth, principal, services.clock);
    const params = decodeParams(incoming.params);
    const query = queryOf(request.url);
    const { status, headers, body } = await handle({
      request,
      params,
      query,
      caller,
      address,
      services,
      fail,
      read,
      write,
    });
    return respond(body, { status, headers }, response);
  };
}
