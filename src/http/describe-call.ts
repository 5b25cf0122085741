import type { Route } from "../declare/route.ts";
import type { OperatorAction } from "../domains/operators/index.ts";
import type { CallInput } from "./authorize.ts";

const looksLikeId = /^[0-9A-HJKMNP-TV-Z]{26}$/;

/**
 * What was called, and on what. From the body it includes only ids and the names of the other fields, because a body
 * may contain private text or a secret.
 */
export function describeCall(
  { method, path }: Pick<Route, "method" | "path">,
  { params, query, body }: CallInput,
): Pick<OperatorAction, "action" | "target" | "details"> {
  const [target, ...others] = Object.entries(params);
  const fields = Object.entries((body ?? {}) as Record<string, unknown>).filter(isGiven);
  const ids = fields.filter(([, value]) => typeof value === "string" && looksLikeId.test(value));
  const named = fields.filter((field) => !ids.includes(field)).map(([name]) => name);
  const details = {
    ...Object.fromEntries(others),
    // For reads the query is left out too, because later pages have no row of their own.
    ...(method === "GET" ? {} : (query as object | undefined)),
    ...Object.fromEntries(ids),
    ...(named.length > 0 && { fields: named }),
  };
  return { action: `${method} ${path}`, target: target?.[1] ?? null, details };
}

/** Lists that a body may leave out are decoded as empty ones. */
function isGiven([, value]: readonly [string, unknown]): boolean {
  return value !== undefined && !(Array.isArray(value) && value.length === 0);
}
