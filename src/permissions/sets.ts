/**
 * Permission sets are whole numbers of up to 53 bits. JavaScript's bit operators see the low 32 alone, so each
 * operation works on two words. Dividing by a power of two is exact, and the operators drop the fraction.
 */
const word = 2 ** 32;

export function union(a: number, b: number): number {
  return ((a / word) | (b / word)) * word + ((a | b) >>> 0);
}

export function common(a: number, b: number): number {
  return ((a / word) & (b / word)) * word + ((a & b) >>> 0);
}

export function without(a: number, b: number): number {
  return ((a / word) & ~(b / word)) * word + ((a & ~b) >>> 0);
}

/** Whether all of them are in the set. */
export function includes(set: number, bits: number): boolean {
  return (~(set / word) & (bits / word)) === 0 && (~set & bits) === 0;
}
