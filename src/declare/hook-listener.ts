import type { MaybePromise } from "../platform/concurrency/maybe-promise.ts";
import type { Hook } from "./hook.ts";
import type { AnyTx } from "./tx.ts";

export interface HookListener {
  readonly hook: Hook<unknown>;
  readonly run: (tx: AnyTx, payload: never) => MaybePromise<void>;
}

export function on<P>(hook: Hook<P>, run: (tx: AnyTx, payload: P) => MaybePromise<void>): HookListener {
  return { hook: hook as Hook<unknown>, run };
}
