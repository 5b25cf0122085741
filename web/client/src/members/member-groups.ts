/** A line of the member list. The object of a member stays the same for as long as they are a member. */
export type MemberRow =
  | { readonly kind: "group"; readonly key: string; readonly count: number }
  | { readonly kind: "member"; readonly id: string };

interface Placed {
  readonly row: MemberRow & { readonly kind: "member" };
  group: string;
  /** The name in the form that it is sorted by. */
  sortKey: string;
}

/**
 * Members by group and name. A change moves one member, by binary search:
 * with ten thousand of them a whole sort for each change of presence would be felt.
 */
export class MemberGroups {
  readonly #placed = new Map<string, Placed>();
  readonly #groups = new Map<string, Placed[]>();
  #order: readonly string[];

  /** The groups in the order in which they are shown. */
  constructor(order: readonly string[]) {
    this.#order = order;
  }

  get size(): number {
    return this.#placed.size;
  }

  /** Puts all members in place at once, which needs one sort of each group. */
  replaceAll(
    order: readonly string[],
    members: Iterable<{ readonly id: string; readonly name: string; readonly group: string }>,
  ): void {
    this.#order = order;
    this.#groups.clear();
    const before = new Map(this.#placed);
    this.#placed.clear();
    for (const { id, name, group } of members) {
      const row = before.get(id)?.row ?? { kind: "member" as const, id };
      const placed = { row, group, sortKey: sortKeyOf(name) };
      this.#placed.set(id, placed);
      this.#listOf(group).push(placed);
    }
    for (const list of this.#groups.values()) list.sort(compare);
  }

  /** Adds a member, or moves them to where they belong now. Returns whether anything changed. */
  set(id: string, name: string, group: string): boolean {
    const placed = this.#placed.get(id);
    const sortKey = sortKeyOf(name);
    if (placed && placed.group === group && placed.sortKey === sortKey) return false;
    if (placed) this.#takeOut(placed);
    const next = { row: placed?.row ?? { kind: "member" as const, id }, group, sortKey };
    this.#placed.set(id, next);
    const list = this.#listOf(group);
    list.splice(positionIn(list, next), 0, next);
    return true;
  }

  delete(id: string): boolean {
    const placed = this.#placed.get(id);
    if (!placed) return false;
    this.#takeOut(placed);
    return this.#placed.delete(id);
  }

  /** All lines: the name of each group that has members, and these. */
  rows(): MemberRow[] {
    const rows: MemberRow[] = [];
    for (const key of this.#order) {
      const members = this.#groups.get(key);
      if (!members?.length) continue;
      rows.push({ kind: "group", key, count: members.length });
      for (const { row } of members) rows.push(row);
    }
    return rows;
  }

  #listOf(group: string): Placed[] {
    const known = this.#groups.get(group);
    if (known) return known;
    const list: Placed[] = [];
    this.#groups.set(group, list);
    return list;
  }

  #takeOut(placed: Placed): void {
    const list = this.#listOf(placed.group);
    list.splice(positionIn(list, placed), 1);
  }
}

const sortKeyOf = (name: string) => name.normalize("NFKD").toLowerCase();

function compare(a: Placed, b: Placed): number {
  if (a.sortKey !== b.sortKey) return a.sortKey < b.sortKey ? -1 : 1;
  if (a.row.id === b.row.id) return 0;
  return a.row.id < b.row.id ? -1 : 1;
}

/** Where an entry is in a sorted list, or would be. */
function positionIn(list: readonly Placed[], entry: Placed): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const found = list[middle];
    if (found && compare(found, entry) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

export const onlineGroup = "online";
export const offlineGroup = "offline";

interface HoistableRole {
  readonly id: string;
  readonly rank: number;
  readonly hoist?: boolean;
}

/** The groups of a server in their order: hoisted roles by rank, then the others who are online, then who is not. */
export function groupOrder(roles: readonly HoistableRole[]): string[] {
  const hoisted = roles.filter(({ hoist }) => hoist).sort((a, b) => a.rank - b.rank);
  return [...hoisted.map(({ id }) => id), onlineGroup, offlineGroup];
}

/** The group that a member belongs to. `order` is what `groupOrder` returned. */
export function groupOf(
  order: readonly string[],
  member: { readonly roles: readonly string[]; readonly isOnline: boolean },
): string {
  if (!member.isOnline) return offlineGroup;
  const held = new Set(member.roles);
  return order.find((group) => held.has(group)) ?? onlineGroup;
}
