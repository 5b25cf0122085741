import type { Endpoint, EndpointReply } from "../declare/endpoint.ts";
import { fail } from "../declare/error.ts";
import type { Services } from "../declare/services.ts";
import type { Store } from "../platform/database/store.ts";
import type { Arrival, Gate } from "./gate.ts";
import { admitCaller } from "./identify.ts";
import { decodeParams } from "./mount.ts";
import { queryOf } from "./request-path.ts";
import { respond } from "./respond.ts";

export interface EndpointParts {
  readonly gate: Gate;
  readonly store: Store;
  readonly services: Services;
}

/** The same steps as for a route, as far as there is something to check beforehand. */
export function mountEndpoint(
  endpoint: Endpoint,
  { gate, store, services }: EndpointParts,
): (arrival: Arrival) => Promise<Response> {
  const { auth, limit } = endpoint;
  const handle = endpoint.handle as (call: unknown) => Promise<EndpointReply>;
  const { read, write } = store;
  return async (arrival) => {
    const { request, outcome } = arrival;
    const counted = limit === "none" ? undefined : limit;
    const resource =
      counted?.by === undefined ? (counted?.resource ?? "") : (arrival.params[counted.by] ?? "");
    const { known, refusal } = await gate(arrival, { auth, bucket: counted?.bucket, resource });
    if (refusal) return refusal;
    const caller = admitCaller(auth, known);
    const params = decodeParams(arrival.params);
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
    return respond(body, { status, headers }, outcome);
  };
}
