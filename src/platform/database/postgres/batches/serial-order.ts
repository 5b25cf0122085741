/**
 * Which members of a batch must come before which others, so that the batch has the same result as the members one
 * after another in some order.
 */
export class SerialOrder {
  readonly #size: number;
  /** Row by row: whether the member of the row comes before that of the column. */
  readonly #isBefore: Uint8Array;

  constructor(size: number) {
    this.#size = size;
    this.#isBefore = new Uint8Array(size * size);
  }

  /** Notes that a member comes before another; returns false if the opposite was noted already, directly or not. */
  note(first: number, second: number): boolean {
    const [size, isBefore] = [this.#size, this.#isBefore];
    if (isBefore[second * size + first]) return false;
    if (isBefore[first * size + second]) return true;
    const later = [second];
    for (let member = 0; member < size; member++) if (isBefore[second * size + member]) later.push(member);
    for (let member = 0; member < size; member++)
      if (member === first || isBefore[member * size + first])
        for (const late of later) isBefore[member * size + late] = 1;
    return true;
  }

  /** The members in an order that agrees with everything that was noted; otherwise by number. */
  sorted(): number[] {
    const members = Array.from({ length: this.#size }, (_, member) => member);
    const countBefore = (member: number) =>
      members.reduce((count, other) => count + (this.#isBefore[other * this.#size + member] ?? 0), 0);
    // Whoever comes before a member also comes before those after it, so these have a higher rank.
    const ranks = members.map(countBefore);
    return members.sort((one, other) => (ranks[one] ?? 0) - (ranks[other] ?? 0) || one - other);
  }
}
