/**
 * Permission sets are integers of up to 53 bits. JavaScript's bitwise operators use only the low 32, so each operation
 * works on two words. Dividing by a power of two is exact, and the operators drop the fraction.
 */
const word = 2 ** 32;

export function union(a: number, b: number): number {
  return ((a / word) | (b / word)) * word + ((a | b) >>> 0);
}

export function intersection(a: number, b: number): number {
  return ((a / word) & (b / word)) * word + ((a & b) >>> 0);
}

export function without(a: number, b: number): number {
  return ((a / word) & ~(b / word)) * word + ((a & ~b) >>> 0);
}

/** Whether the set contains all of the bits. */
export function includes(set: number, bits: number): boolean {
  return (~(set / word) & (bits / word)) === 0 && (~set & bits) === 0;
}
