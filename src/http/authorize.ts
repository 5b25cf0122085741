import { ApiError, fail } from "../declare/error.ts";
import { permissionsOf, type Route } from "../declare/route.ts";
import type { AnyPermission } from "../declare/target.ts";
import type { AnyTx, Reader } from "../declare/tx.ts";
import { type MaybePromise, mapMaybe } from "../platform/concurrency/maybe-promise.ts";

/** The decoded input of a call, as the declaration's functions take it. */
export interface CallInput extends Record<string, unknown> {
  readonly params: Readonly<Record<string, string>>;
  readonly caller: unknown;
  /** What the route acts on, once it is loaded. */
  access?: unknown;
}

/** The checks that need no database: bots, the input, the reason for the audit log, which it returns. */
export function createPrecheck({
  noBots,
  validate,
  audited,
}: Route): (call: CallInput, request: Request) => string | undefined {
  return (call, request) => {
    if (noBots && (call.caller as { bot?: boolean } | undefined)?.bot) throw fail("IsBot");
    validate?.(call as never);
    return audited ? readAuditReason(request.headers.get("x-audit-log-reason")) : undefined;
  };
}

type Authorize = (db: Reader, call: CallInput) => MaybePromise<unknown>;

/** Loads what the route acts on and makes the declared checks. Routes that act on nothing in their path have none. */
export function createAuthorize({ on, needs, alsoNeeds, locks }: Route): Authorize | undefined {
  if (!on) return undefined;
  return (db, call) => {
    const context = { db, caller: call.caller as { readonly userId: string }, fail };
    const check = (loaded: unknown) => {
      const now = db.services.clock.now();
      const assertHeld = (permission: AnyPermission) => {
        if (!on.holds(loaded as never, permission as never, now))
          throw fail("MissingPermission", { permission });
      };
      call.access = loaded;
      if (typeof needs === "string") assertHeld(needs);
      else if (needs) for (const permission of needs.choose(call as never)) assertHeld(permission);
      if (alsoNeeds) for (const permission of alsoNeeds.choose(call as never)) assertHeld(permission);
      return loaded;
    };
    const complete = async (loaded: unknown) => {
      if (on.complete) call.access = await on.complete(context, loaded as never, call.params as never);
      // Only routes that write declare a lock, and these are given a transaction.
      if (locks) await on.lock?.(db as AnyTx, call.access as never);
      return call.access;
    };
    const checked = mapMaybe(on.load(context, call.params as never), check);
    return on.complete || locks ? mapMaybe(checked, complete) : checked;
  };
}

/** For tests: refuses a handler that declares a target and never loads it. */
export function assertAuthorized({ id, on }: Route, call: CallInput): void {
  if (on && call.access === undefined)
    throw new Error(`${id} declares a target and did not authorize the call`);
}

/** For tests: refuses a MissingPermission that the declaration does not name. */
export function assertDeclaredPermission(route: Route, error: unknown): void {
  if (!(error instanceof ApiError) || error.type !== "MissingPermission") return;
  const declared: readonly string[] = permissionsOf(route);
  if (declared.includes(String(error.extra.permission))) return;
  throw new Error(`${route.id} enforces ${error.extra.permission}, which it does not declare`);
}

const maxReasonBytes = 512;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The reason for the audit log, from its header. */
function readAuditReason(header: string | null): string | undefined {
  if (header === null) return undefined;
  // HTTP gives one character for each byte of a header.
  const bytes = Buffer.from(header, "latin1");
  if (bytes.length > maxReasonBytes) throw fail("HeaderTooLarge");
  try {
    return utf8.decode(bytes);
  } catch {
    return header;
  }
}
