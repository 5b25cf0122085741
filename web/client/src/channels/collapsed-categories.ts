import { collapsedCategories, setCollapsedCategories } from "../preferences/preferences.ts";

export function isCollapsed(serverId: string, categoryId: string): boolean {
  return collapsedCategories().includes(`${serverId}/${categoryId}`);
}

/** Shows or hides the channels of a category, and remembers it on this device. */
export function toggleCollapsed(serverId: string, categoryId: string): void {
  const id = `${serverId}/${categoryId}`;
  const others = collapsedCategories().filter((other) => other !== id);
  setCollapsedCategories(isCollapsed(serverId, categoryId) ? others : [...others, id]);
}
