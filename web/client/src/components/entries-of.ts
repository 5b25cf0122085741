/** The entries of an object that has no other keys than its type names, in their order. */
export function entriesOf<K extends string, V>(fields: Readonly<Record<K, V>>): [K, V][] {
  return Object.entries(fields) as [K, V][];
}
