import type { Config } from "../config/schema.ts";
import { type Announcement, announce, topic } from "../declare/event.ts";
import { UserUpdated } from "../domains/users/index.ts";
import type { View } from "./view.ts";

/** Tells that a user appears online, or does not any more. */
export function presenceNews(
  view: View,
  online: boolean,
  { presence_to_servers }: Config["events"],
): Announcement {
  const servers = [...view.servers];
  const news = announce(
    UserUpdated,
    { id: view.userId, data: { online }, clear: [], event_id: null },
    { toward: "everybody", servers },
  );
  if (!presence_to_servers) return news;
  return { ...news, topics: [...news.topics, ...servers.map(topic.server)] };
}
