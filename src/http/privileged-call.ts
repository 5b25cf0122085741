import { ApiError } from "../declare/error.ts";
import type { Route, UserCaller } from "../declare/route.ts";
import type { AnyTx, Reader } from "../declare/tx.ts";
import { recordOperatorAction } from "../domains/operators/index.ts";
import { findUser } from "../domains/users/index.ts";
import type { Privilege } from "../permissions/privilege.ts";
import type { MaybePromise } from "../platform/concurrency/maybe-promise.ts";
import type { Store, StoreWriteOptions } from "../store/store.ts";
import type { CallInput } from "./authorize.ts";
import { describeCall } from "./describe-call.ts";
import type { RecordedReads } from "./recorded-reads.ts";

/** The reads and writes that a handler makes. */
export interface HandlerStore {
  read<T>(work: (db: Reader) => MaybePromise<T>): MaybePromise<T>;
  write<T>(work: (tx: AnyTx) => MaybePromise<T>, options?: StoreWriteOptions): Promise<T>;
}

type Outcome<T> = { readonly result: T } | { readonly refusal: ApiError };

interface PrivilegedCallDependencies {
  readonly route: Route;
  readonly call: CallInput;
  readonly store: Store;
  readonly recordedReads: RecordedReads;
}

/**
 * A call of an operator whose session has recently proved its second factor. Each of its transactions runs with
 * ordinary rights first, and if these refuse it, again with those of an operator. So the call is recorded if
 * ordinary rights would have refused it, and only then: a change in its own transaction, a read before its reply.
 */
export class PrivilegedCall implements HandlerStore {
  readonly #dependencies: PrivilegedCallDependencies;
  readonly #userId: string;
  #usedPrivilege = false;
  #isRecorded = false;

  constructor(dependencies: PrivilegedCallDependencies) {
    this.#dependencies = dependencies;
    this.#userId = (dependencies.call.caller as UserCaller).userId;
  }

  readonly read = async <T>(work: (db: Reader) => MaybePromise<T>): Promise<T> => {
    const { route, store } = this.#dependencies;
    const privilege = this.#withoutPrivilege();
    // What the work returns is the reply, which can show less to ordinary users without refusing them.
    if (route.method === "GET" && route.handle) {
      const { result } = await store.snapshot((db) => this.#compare(() => work(db), privilege), privilege);
      return resultOf(result);
    }
    const ordinary = await outcomeOf(() => store.read(work, privilege));
    if ("result" in ordinary || !privilege.wasAsked) return resultOf(ordinary);
    privilege.applies = true;
    const result = await store.read(work, privilege);
    this.#usedPrivilege = true;
    return result;
  };

  readonly write = async <T>(
    work: (tx: AnyTx) => MaybePromise<T>,
    options?: StoreWriteOptions,
  ): Promise<T> => {
    const { store } = this.#dependencies;
    const privilege = this.#withoutPrivilege();
    const isRecording = this.#usedPrivilege && !this.#isRecorded;
    const ordinary = await outcomeOf(() =>
      store.write(isRecording ? this.#recording(work) : work, { ...options, privilege }),
    );
    if ("refusal" in ordinary) {
      if (!privilege.wasAsked) throw ordinary.refusal;
      privilege.applies = true;
      const privileged = async (tx: AnyTx) => {
        // If two operators revoke each other's privilege at the same time, one of them keeps it.
        if ((await findUser(tx, this.#userId))?.privileged !== 1) throw ordinary.refusal;
        return work(tx);
      };
      const result = await store.write(this.#recording(privileged), { ...options, privilege });
      this.#isRecorded = true;
      return result;
    }
    if (isRecording) this.#isRecorded = true;
    return ordinary.result;
  };

  /** Records what the call has read, unless it is recorded already. */
  async end(): Promise<void> {
    if (!this.#usedPrivilege || this.#isRecorded) return;
    const { route, call, store, recordedReads } = this.#dependencies;
    const key = JSON.stringify([this.#userId, route.id, call.params, call.body]);
    if (recordedReads.has(key)) return;
    await store.write((tx) => this.#record(tx));
    recordedReads.add(key);
  }

  async #compare<T>(work: () => MaybePromise<T>, privilege: Privilege): Promise<Outcome<T>> {
    const ordinary = await outcomeOf(work);
    if (!privilege.wasAsked) return ordinary;
    privilege.applies = true;
    const privileged = await outcomeOf(work);
    if ("refusal" in privileged) return "result" in ordinary ? ordinary : privileged;
    if ("result" in ordinary && Bun.deepEquals(ordinary.result, privileged.result)) return ordinary;
    this.#usedPrivilege = true;
    return privileged;
  }

  #withoutPrivilege(): Privilege {
    return { userId: this.#userId, applies: false, wasAsked: false };
  }

  #recording<T>(work: (tx: AnyTx) => MaybePromise<T>): (tx: AnyTx) => Promise<T> {
    return async (tx) => {
      const result = await work(tx);
      if (!this.#isRecorded) await this.#record(tx);
      return result;
    };
  }

  #record(tx: AnyTx): Promise<void> {
    const { route, call } = this.#dependencies;
    return recordOperatorAction(tx, {
      source: "privilege",
      actor: this.#userId,
      ...describeCall(route, call),
    });
  }
}

async function outcomeOf<T>(work: () => MaybePromise<T>): Promise<Outcome<T>> {
  try {
    return { result: await work() };
  } catch (error) {
    if (error instanceof ApiError) return { refusal: error };
    throw error;
  }
}

function resultOf<T>(outcome: Outcome<T>): T {
  if ("refusal" in outcome) throw outcome.refusal;
  return outcome.result;
}
