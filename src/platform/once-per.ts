/**
 * Works something out once for each object, for as long as there is that object: rows that a database remembers come
 * as the same objects again and again. Neither they nor what is made of them may be changed.
 */
export function oncePer<Of extends object, V>(work: (of: Of) => V): (of: Of) => V {
  const known = new WeakMap<Of, V>();
  return (of) => {
    const before = known.get(of);
    if (before !== undefined) return before;
    const made = Object.freeze(work(of));
    known.set(of, made);
    return made;
  };
}
