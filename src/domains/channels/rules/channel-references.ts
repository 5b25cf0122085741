import type { Category, PartialServer, ServerRow, SystemMessageChannels } from "../../members/index.ts";

/** The fields of a server that name deleted channels, without these; fields that do not change are left out. */
export function withoutChannels(
  { categories, system_messages }: Pick<ServerRow, "categories" | "system_messages">,
  deletedIds: readonly string[],
): Pick<PartialServer, "categories" | "system_messages"> {
  const remains = (id: string) => !deletedIds.includes(id);
  const allCategories: Category[] = JSON.parse(categories ?? "[]");
  const systemChannels: SystemMessageChannels = JSON.parse(system_messages ?? "{}");
  return {
    ...(allCategories.some(({ channels }) => !channels.every(remains)) && {
      categories: allCategories.map((category) => ({
        ...category,
        channels: category.channels.filter(remains),
      })),
    }),
    ...(!Object.values(systemChannels).every(remains) && {
      system_messages: Object.fromEntries(Object.entries(systemChannels).filter(([, id]) => remains(id))),
    }),
  };
}
