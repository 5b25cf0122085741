/** One change of a virtual list, which can only grow or shrink at one of its ends at a time. */
interface ListStep {
  readonly keys: readonly string[];
  /** Whether the change is at the start: the list then keeps its distance from the end. */
  readonly isAtStart: boolean;
}

/** The changes that lead from one list of keys to another, or nothing where they share no key. */
export function listSteps(from: readonly string[], to: readonly string[]): readonly ListStep[] | undefined {
  const wanted = new Set(to);
  const first = from.findIndex((key) => wanted.has(key));
  if (first === -1) return undefined;
  const last = from.findLastIndex((key) => wanted.has(key));
  const start = to.indexOf(from[first] ?? "");
  const steps: ListStep[] = [];
  let keys = from;
  const change = (next: readonly string[], isAtStart: boolean) => {
    if (next.length !== keys.length) steps.push({ keys: next, isAtStart });
    keys = next;
  };
  change(keys.slice(0, last + 1), false);
  change(keys.slice(first), true);
  change([...to.slice(0, start), ...keys], true);
  // What is left are additions at the end, and rarely a message that came out of order.
  if (keys.length !== to.length || keys.some((key, index) => key !== to[index])) {
    steps.push({ keys: to, isAtStart: false });
  }
  return steps;
}
