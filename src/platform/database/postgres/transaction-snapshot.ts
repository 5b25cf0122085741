/**
 * Reads what PostgreSQL says of a snapshot, `xmin:xmax:running,…`: every transaction below xmin is in it, none
 * from xmax on, and between them all that were not running.
 */
export function readTransactionSnapshot(text: string): (transactionId: string) => boolean {
  const [xmin = "0", xmax = "0", running = ""] = text.split(":");
  const [first, end] = [BigInt(xmin), BigInt(xmax)];
  const open = new Set(running === "" ? [] : running.split(","));
  return (transactionId) => {
    const id = BigInt(transactionId);
    return id < first || (id < end && !open.has(transactionId));
  };
}
