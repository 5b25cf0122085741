import Type, { type Static, type TObject, type TSchema } from "typebox";
import type { MaybePromise } from "../platform/concurrency/maybe-promise.ts";
import { AuditHeaders } from "../protocol/schema.ts";
import type { ErrorName, Fail } from "./error.ts";
import type { EventSpec } from "./event.ts";
import type { Limit } from "./limit.ts";
import type { Services } from "./services.ts";
import type {
  AccessOf,
  AnyPermission,
  EnforcedPermissions,
  LoadedOf,
  NeedsOf,
  PermissionChoice,
  Target,
} from "./target.ts";
import type { Reader, SharingOptions, Tx } from "./tx.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Who may call: `none`, anybody; `session`, a logged-in account, onboarded or not; `user`, a session with a
 * user, or a bot; `operator`, an operator whose session has recently proved its second factor. With `?` the caller
 * may be missing, and a bad credential counts as none.
 */
export type Auth = "none" | "session" | "session?" | "user" | "operator";

/** For how long a session may call as an operator once it has proved the second factor. */
export const confirmationMs = 15 * 60_000;

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

export type CallerOf<A extends Auth> = A extends "session" | "operator"
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

/** What the caller sent, decoded and checked against the schemas. */
interface InputOf<Path extends string, A extends Auth, Q, H, B> {
  readonly caller: CallerOf<A>;
  readonly params: ParamsOf<Path>;
  readonly query: StaticOr<Q, undefined>;
  readonly headers: StaticOr<H, undefined>;
  readonly body: StaticOr<B, undefined>;
}

type CallOf<Input, On, Audited, E extends ErrorName> = Input & {
  /** The target and what the caller may do to it, after every declared check. */
  readonly access: AccessOf<On>;
  /** Why, for the audit log. */
  readonly reason: Audited extends true ? string | undefined : undefined;
  /** The client's address. */
  readonly address: () => string;
  readonly services: Services;
  readonly fail: Fail<E>;
};

interface InOneTransaction<M extends Method, V extends EventSpec, E extends ErrorName, C, R> {
  /** Runs inside one transaction, which must be short: no hashing, no network. */
  handle(call: C & (M extends "GET" ? { db: Reader } : { tx: Tx<V, E> })): R | Promise<R>;
  handleInSteps?: undefined;
}

interface InSteps<V extends EventSpec, E extends ErrorName, C, On, R> {
  /** For slow work (hashing, calls to other services): opens short transactions of its own around it. */
  handleInSteps(
    call: Omit<C, "access"> & {
      /** Loads the target and makes every declared check, in a transaction of the handler's. */
      authorize(db: Reader): MaybePromise<AccessOf<On>>;
      read<T>(work: (db: Reader) => Promise<T>): Promise<T>;
      write<T>(work: (tx: Tx<V, E>) => MaybePromise<T>, options?: SharingOptions): Promise<T>;
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
  /** Consumes a validated MFA ticket of the caller's account, before the input is read. */
  readonly ticket?: true;
  /** Bots get IsBot. */
  readonly noBots?: true;
  readonly query?: Q;
  /** Headers that the handler reads, by lower-case name. */
  readonly headers?: H;
  readonly body?: B;
  /** The body may be missing, as with clients that know none here: then it is an empty object. */
  readonly hasOptionalBody?: true;
  readonly reply: R;
  /** Whether the reply depends on the configuration alone, so that it is built once. */
  isConstant?(services: Services): boolean;
  /** Errors besides those that follow from the rest of the declaration. */
  readonly errors: readonly E[];
  readonly emits?: readonly V[];
  /** Takes a reason for the audit log from the header. */
  readonly audited?: boolean | undefined;
  readonly enforces?: EnforcedPermissions;
  /** Of calls by operators: the action, in the words of the command line, that its transactions record. */
  readonly records?: string;
  /** Of such calls: what `target` names, if it is deleted. The record lists what was deleted with it. */
  readonly deletes?: "user" | "server";
}

/**
 * What the route acts on, and what the caller must be allowed to do to it. The order of checks is always: bots,
 * `validate`, the reason, the target (NotFound), `needs`, `alsoNeeds`, the rest of the target (NotFound), the lock.
 */
interface AccessRules<Input, On, E extends ErrorName> {
  readonly on?: On;
  readonly needs?: NeedsOf<On> | PermissionChoice<NeedsOf<On>, Input & { readonly access: LoadedOf<On> }>;
  /** Further permissions for some calls, e.g. for what a message contains. */
  readonly alsoNeeds?: PermissionChoice<NeedsOf<On>, Input & { readonly access: LoadedOf<On> }>;
  /** Locks the target's row before the handler runs. */
  readonly locks?: true;
  /** Checks of the input that no schema states, before anything is read. */
  validate?(call: Input & { readonly services: Services; readonly fail: Fail<E> }): void;
  /**
   * Names the account whose owner the caller claims to be, where a call can guess at a secret. Such calls also count for
   * each account, so that many addresses together cannot guess faster. Undefined if the input names no account.
   */
  claimsAccount?(call: Input & { readonly db: Reader }): Promise<string | undefined>;
}

/** A route as its readers see it: mount, limiter, published description, generated pages, tests. */
export interface Route
  extends Declaration<Method, string, Auth, TObject, TObject, TSchema, TSchema, ErrorName, EventSpec> {
  readonly limit: Limit;
  readonly on?: Target;
  readonly needs?: AnyPermission | PermissionChoice<AnyPermission, never>;
  readonly alsoNeeds?: PermissionChoice<AnyPermission, never>;
  readonly locks?: true;
  readonly validate?: (call: never) => void;
  readonly claimsAccount?: (call: never) => Promise<string | undefined>;
  readonly handle?: (call: never) => unknown;
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
  On extends Target<keyof ParamsOf<Path> & string> | undefined = undefined,
  const Audited extends boolean | undefined = undefined,
>(
  spec: Declaration<M, Path, A, Q, H, B, R, E, V> & {
    readonly limit: Limit<ParamsOf<Path>>;
    readonly audited?: Audited;
  } & AccessRules<InputOf<Path, A, Q, H, B>, On, E> &
    (
      | InOneTransaction<M, V, E, CallOf<InputOf<Path, A, Q, H, B>, On, Audited, E>, Static<R>>
      | InSteps<V, E, CallOf<InputOf<Path, A, Q, H, B>, On, Audited, E>, On, Static<R>>
    ),
): Route {
  // What is checked here by type, its readers take as data.
  const declared = spec as unknown as Route;
  const headers = declared.audited && {
    headers: Type.Object({ ...AuditHeaders.properties, ...declared.headers?.properties }),
  };
  return { ...declared, ...headers, errors: [...new Set([...impliedErrors(declared), ...declared.errors])] };
}

function impliedErrors({ auth, noBots, audited, on, needs, alsoNeeds }: Route): ErrorName[] {
  return [
    ...(auth === "operator" ? (["NotPrivileged", "ConfirmationRequired"] as const) : []),
    ...(noBots ? (["IsBot"] as const) : []),
    ...(audited ? (["HeaderTooLarge"] as const) : []),
    ...(on ? (["NotFound"] as const) : []),
    ...(needs !== undefined || alsoNeeds ? (["MissingPermission"] as const) : []),
  ];
}

/** Every permission that a call of the route may fail for. */
export function permissionsOf({ needs, alsoNeeds, enforces }: Route): AnyPermission[] {
  const always = needs === undefined ? [] : typeof needs === "string" ? [needs] : needs.among;
  return [...new Set([...always, ...(alsoNeeds?.among ?? []), ...(enforces?.permissions ?? [])])];
}
