import type { Category, PartialServer, SystemMessageChannels } from "../model.ts";
import type { ServerRow } from "../tables.ts";

/** What of a server names channels that go: the same without them, where that is something else. */
export function withoutChannels(
  { categories, system_messages }: Pick<ServerRow, "categories" | "system_messages">,
  gone: readonly string[],
): Pick<PartialServer, "categories" | "system_messages"> {
  const stays = (id: string) => !gone.includes(id);
  const sorted: Category[] = JSON.parse(categories ?? "[]");
  const chosen: SystemMessageChannels = JSON.parse(system_messages ?? "{}");
  return {
    ...(sorted.some(({ channels }) => !channels.every(stays)) && {
      categories: sorted.map((category) => ({ ...category, channels: category.channels.filter(stays) })),
    }),
    ...(!Object.values(chosen).every(stays) && {
      system_messages: Object.fromEntries(Object.entries(chosen).filter(([, id]) => stays(id))),
    }),
  };
}
