/** Things in a stored order of ids; those that are not in it come last. */
export function inOrder<T extends { readonly id: string }>(
  things: readonly T[],
  order: readonly string[],
): T[] {
  const places = new Map(order.map((id, place) => [id, place]));
  const place = ({ id }: T) => places.get(id) ?? order.length;
  return [...things].sort((a, b) => place(a) - place(b));
}
