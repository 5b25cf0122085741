import type { Static, TObject, TSchema } from "typebox";
import type { ErrorName, Fail } from "../protocol/error.ts";
import type { EventSpec } from "../protocol/event.ts";
import type { Limit } from "../protocol/limit.ts";
import type { Services } from "../store/services.ts";
import type { MutexOptions, Reader, Tx } from "../store/tx.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Who may call: `none`, anybody; `session`, a logged-in account, onboarded or not; `user`, a session with a
 * user, or a bot. With `?` the caller may be missing, and a bad credential counts as none.
 */
export type Auth = "none" | "session" | "session?" | "user";

export interface SessionCaller {
  readonly sessionId: string;
  /** The id of the account, which is also that of its user. */
  readonly userId: string;
}

export interface UserCaller {
  readonly sessionId: string | undefined;
  readonly userId: string;
  readonly bot: boolean;
}

export type CallerOf<A extends Auth> = A extends "session"
  ? SessionCaller
  : A extends "session?"
    ? SessionCaller | undefined
    : A extends "user"
      ? UserCaller
      : undefined;

export type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string> & ParamsOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Record<Name, string>
    : unknown;

type StaticOr<S, Otherwise> = S extends TSchema ? Static<S> : Otherwise;

interface CallOf<Path extends string, A extends Auth, Q, H, B, E extends ErrorName> {
  readonly caller: CallerOf<A>;
  readonly params: ParamsOf<Path>;
  readonly query: StaticOr<Q, undefined>;
  readonly headers: StaticOr<H, undefined>;
  readonly body: StaticOr<B, undefined>;
  /** The client's address. */
  readonly address: () => string;
  readonly services: Services;
  readonly fail: Fail<E>;
}

interface InOneTransaction<M extends Method, V extends EventSpec, E extends ErrorName, C, R> {
  /** Runs inside one transaction, which must be short: no hashing, no network. */
  handle(call: C & (M extends "GET" ? { db: Reader } : { tx: Tx<V, E> })): Promise<R>;
  handleInSteps?: undefined;
}

interface InSteps<V extends EventSpec, E extends ErrorName, C, R> {
  /** For slow work (hashing, calls to other services): opens short transactions of its own around it. */
  handleInSteps(
    call: C & {
      read<T>(work: (db: Reader) => Promise<T>): Promise<T>;
      write<T>(work: (tx: Tx<V, E>) => Promise<T>, options?: MutexOptions): Promise<T>;
    },
  ): Promise<R>;
  handle?: undefined;
}

interface Declaration<M, Path, A, Q, H, B, R, E, V> {
  readonly id: string;
  readonly method: M;
  readonly path: Path;
  readonly summary: string;
  readonly auth: A;
  /** Consumes a validated MFA ticket of the caller's account, before anything else is looked at. */
  readonly ticket?: true;
  readonly query?: Q;
  /** Headers that the handler reads, by lower-case name. */
  readonly headers?: H;
  readonly body?: B;
  readonly reply: R;
  /** The answer depends on the configuration alone: it is worked out once. */
  readonly constant?: true;
  readonly errors: readonly E[];
  readonly emits?: readonly V[];
}

/** A route as its readers see it: mount, limiter, published description, generated pages, tests. */
export interface Route
  extends Declaration<Method, string, Auth, TObject, TObject, TSchema, TSchema, ErrorName, EventSpec> {
  readonly limit: Limit;
  readonly handle?: (call: never) => Promise<unknown>;
  readonly handleInSteps?: (call: never) => Promise<unknown>;
}

/** Declares a route. An error or event that is not listed here does not compile in its handler. */
export function route<
  const M extends Method,
  const Path extends string,
  const A extends Auth,
  R extends TSchema,
  Q extends TObject | undefined = undefined,
  H extends TObject | undefined = undefined,
  B extends TSchema | undefined = undefined,
  const E extends ErrorName = never,
  V extends EventSpec = never,
>(
  spec: Declaration<M, Path, A, Q, H, B, R, E, V> & { readonly limit: Limit<ParamsOf<Path>> } & (
      | InOneTransaction<M, V, E, CallOf<Path, A, Q, H, B, E>, Static<R>>
      | InSteps<V, E, CallOf<Path, A, Q, H, B, E>, Static<R>>
    ),
): Route {
  // What is checked here by type, its readers take as data.
  return spec as unknown as Route;
}
