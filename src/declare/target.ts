import type { Permission } from "../permissions/bits.ts";
import type { UserPermission } from "../permissions/users.ts";
import type { MaybePromise } from "../platform/concurrency/maybe-promise.ts";
import type { Fail } from "./error.ts";
import type { AnyTx, Reader } from "./tx.ts";

export type AnyPermission = Permission | UserPermission;

/** What a target is loaded with. */
export interface AccessContext {
  readonly db: Reader;
  readonly caller: { readonly userId: string };
  readonly fail: Fail<"NotFound" | "MissingPermission">;
}

interface TargetSpec<Param extends string, Loaded, Access, Needs extends AnyPermission> {
  /** For the generated pages, e.g. "channel". */
  readonly kind: string;
  /** The path parameters that name it. */
  readonly params: readonly Param[];
  /** Finds the object that holds the caller's permissions, or throws NotFound. */
  load(context: AccessContext, params: Readonly<Record<Param, string>>): MaybePromise<Loaded>;
  holds(loaded: NoInfer<Loaded>, permission: Needs, now: number): boolean;
  /** Finds the rest after the permission check, e.g. the message in a channel. Without it, what `load` found is all. */
  complete?(context: AccessContext, loaded: Loaded, params: Readonly<Record<Param, string>>): Promise<Access>;
  /** Locks the row that all changes of the target lock first. */
  lock?(tx: AnyTx, access: NoInfer<Access>): Promise<void>;
}

declare const types: unique symbol;

/** What a route acts on: how it is found, and which permissions the caller holds on it. */
export interface Target<
  Param extends string = string,
  Loaded = unknown,
  Access = unknown,
  Needs extends AnyPermission = AnyPermission,
> {
  readonly kind: string;
  readonly params: readonly Param[];
  readonly load: (context: AccessContext, params: never) => MaybePromise<unknown>;
  readonly holds: (loaded: never, permission: never, now: number) => boolean;
  readonly complete?: (context: AccessContext, loaded: never, params: never) => Promise<unknown>;
  readonly lock?: (tx: AnyTx, access: never) => Promise<void>;
  readonly [types]?: { readonly loaded: Loaded; readonly access: Access; readonly needs: Needs };
}

export function target<const Param extends string, Loaded, Needs extends AnyPermission, Access = Loaded>(
  spec: TargetSpec<Param, Loaded, Access, Needs>,
): Target<Param, Loaded, Access, Needs> {
  return spec;
}

export type LoadedOf<T> = T extends Target<string, infer L, unknown, AnyPermission> ? L : undefined;
export type AccessOf<T> = T extends Target<string, unknown, infer A, AnyPermission> ? A : undefined;
export type NeedsOf<T> = T extends Target<string, unknown, unknown, infer N> ? N : never;

/** Permissions that depend on the call. `among` names all that `choose` may return, for the generated pages. */
export interface PermissionChoice<P extends AnyPermission, Call> {
  readonly among: readonly P[];
  choose(call: Call): readonly P[];
}

/** Permissions that the handler checks by itself, because a declaration cannot state the rule. */
export interface EnforcedPermissions {
  readonly permissions: readonly AnyPermission[];
  readonly why: string;
}
