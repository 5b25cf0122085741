/** A category with the ids of its channels, also of those that the user does not see. */
export interface Group {
  readonly id: string;
  readonly title: string;
  readonly channels: readonly string[];
}

/** The group of the channels that are in no category. The protocol's clients agree on this id. */
export const ungrouped = "default";

/** All channels of a server in order: those without a category first, unless the server says otherwise. */
export function layoutOf(channelIds: Iterable<string>, categories: readonly Group[]): readonly Group[] {
  const rest = new Set(channelIds);
  const groups = categories.map(({ id, title, channels }) => ({
    id,
    title,
    channels: channels.filter((channel) => rest.delete(channel)),
  }));
  if (!groups.some(({ id }) => id === ungrouped)) {
    return [{ id: ungrouped, title: "Default", channels: [...rest] }, ...groups];
  }
  return groups.map((group) =>
    group.id === ungrouped ? { ...group, channels: [...group.channels, ...rest] } : group,
  );
}

/** Puts a channel into a group, before one of its channels or at its end. */
export function moveChannel(
  layout: readonly Group[],
  channelId: string,
  target: { readonly groupId: string; readonly before?: string },
): readonly Group[] {
  if (target.before === channelId) return layout;
  return layout.map((group) => {
    const channels = group.channels.filter((id) => id !== channelId);
    if (group.id !== target.groupId) return { ...group, channels };
    const at = target.before === undefined ? -1 : channels.indexOf(target.before);
    channels.splice(at < 0 ? channels.length : at, 0, channelId);
    return { ...group, channels };
  });
}

/** Moves a channel one place up or down among those that are seen, and over the border of its group. */
export function stepChannel(
  layout: readonly Group[],
  channelId: string,
  step: -1 | 1,
  isSeen: (channelId: string) => boolean = () => true,
): readonly Group[] {
  const at = layout.findIndex(({ channels }) => channels.includes(channelId));
  const group = layout[at];
  if (!group) return layout;
  const seen = group.channels.filter((id) => id === channelId || isSeen(id));
  const index = seen.indexOf(channelId);
  const neighbour = seen[index + step];
  if (neighbour !== undefined) {
    const before = step < 0 ? neighbour : seen[index + 2];
    return moveChannel(layout, channelId, { groupId: group.id, before });
  }
  const next = layout[at + step];
  if (!next) return layout;
  const before = step < 0 ? undefined : next.channels.find(isSeen);
  return moveChannel(layout, channelId, { groupId: next.id, before });
}

/** Puts a category before another one, or at the end. */
export function moveGroup(layout: readonly Group[], groupId: string, before?: string): readonly Group[] {
  const moved = layout.find(({ id }) => id === groupId);
  if (!moved || before === groupId) return layout;
  const rest = layout.filter(({ id }) => id !== groupId);
  const at = before === undefined ? -1 : rest.findIndex(({ id }) => id === before);
  return at < 0 ? [...rest, moved] : [...rest.slice(0, at), moved, ...rest.slice(at)];
}

export function stepGroup(layout: readonly Group[], groupId: string, step: -1 | 1): readonly Group[] {
  const at = layout.findIndex(({ id }) => id === groupId);
  if (at < 0 || !layout[at + step]) return layout;
  return moveGroup(layout, groupId, layout[step < 0 ? at - 1 : at + 2]?.id);
}

/** Removes a category; its channels stay and are in none. */
export function removeGroup(layout: readonly Group[], groupId: string): readonly Group[] {
  const removed = layout.find(({ id }) => id === groupId);
  if (!removed || groupId === ungrouped) return layout;
  return layout
    .filter(({ id }) => id !== groupId)
    .map((group) =>
      group.id === ungrouped ? { ...group, channels: [...group.channels, ...removed.channels] } : group,
    );
}

/** What to send. A group of ungrouped channels that is empty says nothing and is left out. */
export function categoriesOf(layout: readonly Group[]): { id: string; title: string; channels: string[] }[] {
  return layout
    .filter(({ id, channels }) => id !== ungrouped || channels.length > 0)
    .map(({ id, title, channels }) => ({ id, title, channels: [...channels] }));
}

export function newGroup(title: string): Group {
  return { id: crypto.randomUUID().replaceAll("-", ""), title, channels: [] };
}

export const isGroup = (layout: readonly Group[], id: string) => layout.some((group) => group.id === id);

export const titleOfGroup = (group: Group | undefined, untitled: string) =>
  !group || group.id === ungrouped ? untitled : group.title;

/**
 * Puts a channel or a category where it was dropped. A channel on the head of a category becomes its first; elsewhere
 * it goes next to a channel.
 */
export function dropInLayout(
  layout: readonly Group[],
  id: string,
  { id: target, edge }: { readonly id: string; readonly edge: "before" | "after" | "on" },
): readonly Group[] {
  const at = layout.findIndex((group) => group.id === target);
  const head = layout[at];
  if (isGroup(layout, id)) return moveGroup(layout, id, edge === "before" ? target : layout[at + 1]?.id);
  if (head)
    return moveChannel(layout, id, { groupId: head.id, before: head.channels.find((other) => other !== id) });
  const group = layout.find(({ channels }) => channels.includes(target));
  if (!group) return layout;
  const rest = group.channels.filter((other) => other !== id);
  const before = edge === "before" ? target : rest[rest.indexOf(target) + 1];
  return moveChannel(layout, id, { groupId: group.id, before });
}
