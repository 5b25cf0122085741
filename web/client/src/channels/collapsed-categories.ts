import { createSignal } from "solid-js";

const key = "collapsed-categories";
const [collapsed, setCollapsed] = createSignal(read());

export function isCollapsed(serverId: string, categoryId: string): boolean {
  return collapsed().has(`${serverId}/${categoryId}`);
}

/** Shows or hides the channels of a category, and remembers it on this device. */
export function toggleCollapsed(serverId: string, categoryId: string): void {
  const next = new Set(collapsed());
  const id = `${serverId}/${categoryId}`;
  if (!next.delete(id)) next.add(id);
  localStorage.setItem(key, JSON.stringify([...next]));
  setCollapsed(next);
}

function read(): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return new Set(Array.isArray(stored) ? stored : []);
  } catch {
    return new Set();
  }
}
