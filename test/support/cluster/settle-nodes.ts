/** The announcement that shows that a node has delivered everything before it. */
export const settledName = "Settled";

/** Of the test servers that consist of several nodes, by their ports. */
export const settlers = new Map<string, () => Promise<void>>();

/** Waits until every node of the server at this address has delivered what any of them has published. */
export async function settleNodes(url: string): Promise<void> {
  if (settlers.size > 0) await settlers.get(new URL(url).port)?.();
}
