import type { WriteQueries } from "../../port.ts";
import type { BulkQueries } from "../../prepared.ts";
import { AccessLog, areDependent, layersOf } from "./access-log.ts";
import { type BatchDependencies, BatchMember, type QueryCall, type Request } from "./batch-member.ts";
import type { AnyPrepared } from "./combined-queries.ts";
import type { CallResult } from "./combined-query.ts";
import { allOrFirstError, executeEach } from "./execute-each.ts";

export type BatchWork = (queries: WriteQueries) => Promise<unknown>;

/** The outcome of a member: a result or an error; `alone` if it cannot be part of this batch. */
export type MemberOutcome =
  | { readonly kind: "done"; readonly value: unknown }
  | { readonly kind: "failed"; readonly error: unknown }
  | { readonly kind: "alone" };

/** The batch must be rolled back. */
export class BatchAborted extends Error {
  /** The members that failed after they had changed something; none if the database refused a statement. */
  readonly culprits: ReadonlySet<number>;

  constructor(culprits: ReadonlySet<number>, cause: unknown) {
    super("the transaction of a batch of writes cannot continue", { cause });
    this.culprits = culprits;
  }
}

/**
 * Several writes in one transaction, at the same time. When each of them waits for a query, the queries run together in
 * a round, those of the same prepared query as one statement. The result is as if the members had run one after another
 * in some order; a member for which that is not so leaves the batch.
 */
export class BatchTransaction {
  readonly #dependencies: BatchDependencies;
  readonly #log: AccessLog;
  readonly #members: BatchMember[] = [];
  #running = 0;
  /** Members that wait for the next round. */
  #waiting = 0;
  #pending: Request[] = [];
  #isInRound = false;
  #failure: { readonly error: unknown } | undefined;
  readonly #culprits = new Set<number>();

  constructor(dependencies: BatchDependencies, size: number) {
    this.#dependencies = dependencies;
    this.#log = new AccessLog(size);
  }

  /** Runs the work of all members. Throws `BatchAborted` if what they changed must be rolled back. */
  async run(works: readonly BatchWork[]): Promise<MemberOutcome[]> {
    this.#running = works.length;
    const outcomes = await Promise.all(works.map((work, number) => this.#runMember(work, number)));
    if (!this.#failure) await this.#sendUnawaited();
    if (this.#failure) throw new BatchAborted(this.#culprits, this.#failure.error);
    return outcomes;
  }

  /** The numbers of the members, in the order to which the result corresponds. */
  order(): number[] {
    return this.#log.order.sorted();
  }

  async #runMember(work: BatchWork, number: number): Promise<MemberOutcome> {
    const member = new BatchMember(number, this.#dependencies, (call, accesses) =>
      this.#request(member, call, accesses),
    );
    this.#members[number] = member;
    try {
      return { kind: "done", value: await work(member) };
    } catch (error) {
      member.unawaited = [];
      if (member.hasLeft || this.#failure) return { kind: "alone" };
      if (!member.hasWritten) return { kind: "failed", error };
      this.#culprits.add(number);
      this.#abort(error);
      return { kind: "alone" };
    } finally {
      member.isOver = true;
      this.#running -= 1;
      this.#startRoundWhenAllWait();
    }
  }

  #request(member: BatchMember, call: Request["call"], accesses: Request["accesses"]): Promise<unknown> {
    if (this.#failure) return Promise.reject(this.#failure.error);
    const request = { member, call, accesses, answer: Promise.withResolvers<unknown>() };
    const isUnawaited = "query" in call && call.query.isUnawaited;
    if (isUnawaited && !member.unawaited.some((other) => areDependent(other.accesses(), accesses()))) {
      member.unawaited.push(request);
      request.answer.resolve(noResult);
      return request.answer.promise;
    }
    this.#pending.push(request);
    if (!member.isWaiting) this.#waiting += 1;
    member.isWaiting = true;
    this.#startRoundWhenAllWait();
    return request.answer.promise;
  }

  #startRoundWhenAllWait(): void {
    if (this.#isInRound || this.#waiting === 0 || this.#waiting < this.#running) return;
    this.#isInRound = true;
    // A member may be about to make a further query in this turn.
    queueMicrotask(() => void this.#runRound());
  }

  async #runRound(): Promise<void> {
    const earlier = this.#takeUnawaited();
    const requests = this.#pending.sort((one, other) => one.member.number - other.member.number);
    this.#pending = [];
    this.#waiting = 0;
    for (const { member } of requests) member.isWaiting = false;
    try {
      await this.#loadForms([...earlier, ...requests]);
      const parts = [this.#admitAll(earlier), this.#admitAll(requests)];
      const [, results = []] = await allOrFirstError(parts.map((groups) => this.#execute(groups)));
      this.#isInRound = false;
      for (const { member } of requests) member.isWriting = false;
      for (const [request, result] of results) request.answer.resolve(result);
    } catch (error) {
      this.#isInRound = false;
      this.#abort(error);
      for (const { answer } of requests) answer.reject(error);
    }
  }

  #takeUnawaited(): Request[] {
    return this.#members.flatMap(({ unawaited }) => unawaited.splice(0));
  }

  /** Sends the last queries of all members. The commit follows in the same round trip. */
  async #sendUnawaited(): Promise<void> {
    const requests = this.#takeUnawaited();
    if (requests.length === 0) return;
    try {
      await this.#loadForms(requests);
      const running = this.#execute(this.#admitAll(requests));
      running.catch(() => {});
      this.#dependencies.unawaited.push(running);
    } catch (error) {
      this.#abort(error);
    }
  }

  async #loadForms(requests: readonly Request[]): Promise<void> {
    const { combined } = this.#dependencies;
    for (const { call } of requests)
      if ("query" in call && !combined.get(call.query)) await combined.load(call.query);
  }

  /** Those that can run now, grouped by query, in the order in which they must run. */
  #admitAll(requests: readonly Request[]): Request[][] {
    const groups = [...Map.groupBy(requests, ({ call }) => ("query" in call ? call.query : call)).values()];
    groups.sort((one, other) => Number(isInBulk(other)) - Number(isInBulk(one)));
    const admitted = groups.map((group) => group.filter((request) => this.#admit(request)));
    return admitted.filter(({ length }) => length > 0);
  }

  /** Whether the query can run now. If not, its member leaves the batch, or the batch is over. */
  #admit({ member, accesses, answer }: Request): boolean {
    if (member.hasLeft) {
      answer.reject(leaving);
      return false;
    }
    const list = accesses();
    if (this.#log.add(member.number, list)) {
      member.isWriting ||= list.some(({ shape }) => shape.kind !== "read");
      return true;
    }
    // The caller of one that was answered already may have done something else since.
    if (member.hasWritten || member.isWriting || member.isOver)
      throw new Error("two writes of a batch conflict with each other");
    member.hasLeft = true;
    this.#log.forget(member.number);
    answer.reject(leaving);
    return false;
  }

  async #execute(groups: readonly Request[][]): Promise<[Request, unknown][]> {
    const results: [Request, unknown][] = [];
    const add = (group: readonly Request[], outputs: readonly unknown[]) => {
      for (const [at, request] of group.entries()) results.push([request, outputs[at]]);
    };
    const others: Request[][] = [];
    for (const group of groups) {
      // One after another, because a query in bulk may consist of several statements.
      if (isInBulk(group)) add(group, await this.#runInBulk(group));
      else others.push(group);
    }
    const statements = others.flatMap((group) => this.#layersOf(group));
    const running = statements.map(async (group) => add(group, await this.#runTogether(group)));
    await allOrFirstError(running);
    return results;
  }

  /** A statement changes each row once, so queries that change the same row run in different statements. */
  #layersOf(group: Request[]): Request[][] {
    const [first] = group;
    const isUpdate =
      first &&
      "query" in first.call &&
      first.call.query.compiled("postgres").query.kind === "UpdateQueryNode";
    return isUpdate ? layersOf(group, ({ accesses }) => accesses()) : [group];
  }

  async #runTogether(group: readonly Request[]): Promise<readonly CallResult[]> {
    const { execute, combined } = this.#dependencies;
    const [first] = group;
    if (first && "built" in first.call) {
      const { built } = first.call;
      const result = await execute(built.sql, built.parameters);
      if (built.query.kind !== "SelectQueryNode") first.member.hasWritten = true;
      return [result];
    }
    const calls = group.map(({ call }) => call as QueryCall);
    const { query } = calls[0] as QueryCall;
    const form = combined.get(query) ?? (await combined.load(query));
    const results = await executeEach(
      execute,
      query,
      form,
      calls.map(({ values }) => values),
    );
    if (!form.isRead)
      for (const [at, { member }] of group.entries()) if (results[at]?.count !== 0) member.hasWritten = true;
    return results;
  }

  async #runInBulk(group: readonly Request[]): Promise<readonly CallResult[]> {
    const { execute, combined } = this.#dependencies;
    const run = async (query: AnyPrepared, calls: readonly (readonly unknown[])[]) =>
      executeEach(execute, query, combined.get(query) ?? (await combined.load(query)), calls);
    const queries: BulkQueries = {
      findEach: async (query, calls) => (await run(query, calls)).map(({ rows }) => rows as never),
      changeEach: async (query, calls) => (await run(query, calls)).map(({ count }) => count),
    };
    for (const { member } of group) member.hasWritten = true;
    const calls = group.map(({ call }) => call as QueryCall);
    const results = await (calls[0] as QueryCall).query.runInBulk(
      queries,
      calls.map(({ values }) => values),
    );
    return results.map((rows) => ({ rows, count: rows.length }));
  }

  #abort(error: unknown): void {
    this.#failure ??= { error };
    for (const { answer } of this.#pending.splice(0)) answer.reject(error);
  }
}

const noResult: CallResult = { rows: [], count: 0 };
const leaving = new Error("this write runs alone");

function isInBulk([first]: readonly Request[]): boolean {
  return first !== undefined && "query" in first.call && first.call.query.isInBulk;
}
