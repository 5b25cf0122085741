import { SerialOrder } from "./serial-order.ts";
import { type Access, type AccessShape, decidingColumns, dependOnOrder, keyOf } from "./statement-access.ts";

interface LoggedAccess {
  readonly member: number;
  readonly access: Access;
}

/** The accesses of one shape, found by the values of some of their keys. */
class ShapeLog {
  readonly #shape: AccessShape;
  #entries: LoggedAccess[] = [];
  readonly #indexes = new Map<readonly string[], Map<unknown, number[]>>();

  constructor(shape: AccessShape) {
    this.#shape = shape;
  }

  add(entry: LoggedAccess): void {
    this.#entries.push(entry);
    for (const [columns, index] of this.#indexes) this.#insert(index, columns, entry);
  }

  membersWith(columns: readonly string[], key: unknown): readonly number[] {
    let index = this.#indexes.get(columns);
    if (!index) {
      index = new Map();
      this.#indexes.set(columns, index);
      for (const entry of this.#entries) this.#insert(index, columns, entry);
    }
    return index.get(key) ?? [];
  }

  forget(member: number): void {
    this.#entries = this.#entries.filter((entry) => entry.member !== member);
    this.#indexes.clear();
  }

  #insert(index: Map<unknown, number[]>, columns: readonly string[], { member, access }: LoggedAccess): void {
    const key = keyOf(access, columns);
    const members = index.get(key);
    // Where each access depends on the one before it, only the last one is kept.
    const isChain = decidingColumns(this.#shape, this.#shape) === columns;
    if (!members || isChain) index.set(key, [member]);
    else if (members.at(-1) !== member) members.push(member);
  }
}

interface ConcernedLog {
  readonly log: ShapeLog;
  /** Whose values must be equal for the order to matter. */
  readonly columns: readonly string[];
}

/** What the members of a batch have read and changed so far, and in which order they therefore come. */
export class AccessLog {
  readonly order: SerialOrder;
  readonly #reads = new Map<AccessShape, ShapeLog>();
  readonly #changes = new Map<AccessShape, ShapeLog>();
  /** By shape of an access, the logs with accesses on which it may depend. */
  readonly #concerned = new Map<AccessShape, ConcernedLog[]>();

  constructor(size: number) {
    this.order = new SerialOrder(size);
  }

  /** Notes that a member is about to do this; returns false if then no order of the members would be right. */
  add(member: number, accesses: readonly Access[]): boolean {
    for (const access of accesses) if (!this.#follows(member, access)) return false;
    for (const access of accesses) this.#logOf(access.shape).add({ member, access });
    return true;
  }

  #logOf(shape: AccessShape): ShapeLog {
    const logs = shape.kind === "read" ? this.#reads : this.#changes;
    const known = logs.get(shape);
    if (known) return known;
    const log = new ShapeLog(shape);
    logs.set(shape, log);
    this.#concerned.clear();
    return log;
  }

  /** Notes that the access comes after those before it on which it depends. */
  #follows(member: number, access: Access): boolean {
    for (const { log, columns } of this.#logsFor(access.shape))
      for (const earlier of log.membersWith(columns, keyOf(access, columns)))
        if (earlier !== member && !this.order.note(earlier, member)) return false;
    return true;
  }

  #logsFor(shape: AccessShape): ConcernedLog[] {
    const known = this.#concerned.get(shape);
    if (known) return known;
    const logs = shape.kind === "read" ? this.#changes : new Map([...this.#changes, ...this.#reads]);
    const concerned: ConcernedLog[] = [];
    for (const [other, log] of logs) {
      const columns = decidingColumns(other, shape);
      if (columns) concerned.push({ log, columns });
    }
    this.#concerned.set(shape, concerned);
    return concerned;
  }

  /** Drops the accesses of a member that leaves without having changed anything. */
  forget(member: number): void {
    for (const log of this.#reads.values()) log.forget(member);
  }
}

/** Whether it matters which of two statements runs first. */
export function areDependent(some: readonly Access[], others: readonly Access[]): boolean {
  return some.some((one) => others.some((other) => dependOnOrder(one, other)));
}

/** Groups requests such that those of a group change different rows; dependent ones keep their order. */
export function layersOf<T>(requests: readonly T[], accessesOf: (request: T) => readonly Access[]): T[][] {
  const layers: { readonly request: T; readonly accesses: readonly Access[] }[][] = [];
  for (const request of requests) {
    const accesses = accessesOf(request);
    const at =
      layers.findLastIndex((layer) => layer.some((other) => areDependent(other.accesses, accesses))) + 1;
    layers[at] = [...(layers[at] ?? []), { request, accesses }];
  }
  return layers.map((layer) => layer.map(({ request }) => request));
}
