/**
 * Computes a value once for each object and keeps it for as long as the object exists: cached rows come as the same
 * objects again and again. Neither the object nor the value may be changed. The second argument must be the same in
 * every call for one object.
 */
export function memoizeByObject<K extends object, V, A = void>(
  compute: (object: K, argument: A) => V,
): (object: K, argument: A) => V {
  const values = new WeakMap<K, V>();
  return (object, argument) => {
    const known = values.get(object);
    if (known !== undefined) return known;
    const value = Object.freeze(compute(object, argument));
    values.set(object, value);
    return value;
  };
}
