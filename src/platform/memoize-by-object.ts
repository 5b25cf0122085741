/**
 * Works something out once for each object, for as long as there is that object: rows that a database remembers come
 * as the same objects again and again. Neither they nor what is made of them may be changed. What else is given must be
 * the same each time.
 */
export function memoizeByObject<Of extends object, V, Given = void>(
  work: (of: Of, given: Given) => V,
): (of: Of, given: Given) => V {
  const known = new WeakMap<Of, V>();
  return (of, given) => {
    const before = known.get(of);
    if (before !== undefined) return before;
    const made = Object.freeze(work(of, given));
    known.set(of, made);
    return made;
  };
}
