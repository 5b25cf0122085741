import type { Known } from "../platform/when-known.ts";
import type { AnyTx } from "./tx.ts";

declare const carried: unique symbol;

/** Something a lower domain tells higher ones within its own transaction, e.g. "this account is going away". */
export interface Hook<P> {
  readonly name: string;
  readonly doc: string;
  readonly [carried]?: P;
}

export function hook<P>(spec: { name: string; doc: string }): Hook<P> {
  return spec;
}

export interface HookListener {
  readonly hook: Hook<unknown>;
  readonly run: (tx: AnyTx, payload: never) => Known<void>;
}

export function on<P>(to: Hook<P>, run: (tx: AnyTx, payload: P) => Known<void>): HookListener {
  return { hook: to as Hook<unknown>, run };
}
