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

/** What the members of a batch have read and changed so far, and in which order they therefore come. */
export class AccessLog {
  readonly order: SerialOrder;
  readonly #reads = new Map<AccessShape, ShapeLog>();
  readonly #changes = new Map<AccessShape, ShapeLog>();

  constructor(size: number) {
    this.order = new SerialOrder(size);
  }

  /** Notes that a member is about to do this; returns false if then no order of the members would be right. */
  add(member: number, accesses: readonly Access[]): boolean {
    for (const access of accesses) {
      const isRead = access.shape.kind === "read";
      if (!this.#follows(this.#changes, member, access)) return false;
      if (!isRead && !this.#follows(this.#reads, member, access)) return false;
    }
    for (const access of accesses) {
      const logs = access.shape.kind === "read" ? this.#reads : this.#changes;
      const log = logs.get(access.shape) ?? new ShapeLog(access.shape);
      logs.set(access.shape, log);
      log.add({ member, access });
    }
    return true;
  }

  /** Notes that the access comes after those before it on which it depends. */
  #follows(logs: ReadonlyMap<AccessShape, ShapeLog>, member: number, access: Access): boolean {
    for (const [shape, log] of logs) {
      const columns = decidingColumns(shape, access.shape);
      if (!columns) continue;
      for (const earlier of log.membersWith(columns, keyOf(access, columns)))
        if (earlier !== member && !this.order.note(earlier, member)) return false;
    }
    return true;
  }

  /** Drops the accesses of a member that leaves without having changed anything. */
  forget(member: number): void {
    for (const log of this.#reads.values()) log.forget(member);
  }
}

/** Groups requests such that those of a group change different rows; dependent ones keep their order. */
export function layersOf<T>(requests: readonly T[], accessesOf: (request: T) => readonly Access[]): T[][] {
  const layers: { readonly request: T; readonly accesses: readonly Access[] }[][] = [];
  for (const request of requests) {
    const accesses = accessesOf(request);
    const depends = (other: { readonly accesses: readonly Access[] }) =>
      other.accesses.some((one) => accesses.some((another) => dependOnOrder(one, another)));
    const at = layers.findLastIndex((layer) => layer.some(depends)) + 1;
    layers[at] = [...(layers[at] ?? []), { request, accesses }];
  }
  return layers.map((layer) => layer.map(({ request }) => request));
}
