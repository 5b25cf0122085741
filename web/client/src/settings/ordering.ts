/** The value of the settings key "ordering", which all clients of the protocol share. */
export interface Ordering {
  readonly servers: readonly string[];
  /** Whatever other clients keep there. */
  readonly others: Readonly<Record<string, unknown>>;
}

export const noOrdering: Ordering = { servers: [], others: {} };

export function readOrdering(text: string): Ordering {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return noOrdering;
    const { servers, ...others } = value as Record<string, unknown>;
    const ids = Array.isArray(servers) ? servers.filter((id): id is string => typeof id === "string") : [];
    return { servers: ids, others };
  } catch {
    return noOrdering;
  }
}

export function withOrder({ others }: Ordering, servers: readonly string[]): string {
  return JSON.stringify({ ...others, servers });
}

/** Things in a stored order of ids; those that are not in it come last. */
export function inOrder<T extends { readonly id: string }>(
  things: readonly T[],
  order: readonly string[],
): T[] {
  const places = new Map(order.map((id, place) => [id, place]));
  const place = ({ id }: T) => places.get(id) ?? order.length;
  return [...things].sort((a, b) => place(a) - place(b));
}
