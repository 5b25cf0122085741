import { createResource } from "solid-js";
import { avatarUrl } from "../../model/files.ts";
import { useConnection } from "../../session/context.tsx";

/** A bot of the user, with its user. */
export interface OwnBot {
  readonly id: string;
  readonly name: string;
  readonly token: string;
  readonly isPublic: boolean;
  readonly interactionsUrl: string;
  readonly avatarUrl: string;
  /** What it asks for in a server. */
  readonly permissions: number | undefined;
}

/** The bots of the user. */
export function useOwnBots() {
  const { client, generation } = useConnection();
  return createResource(generation, async (): Promise<readonly OwnBot[]> => {
    const { bots, users } = await client.api.get("/bots/@me");
    return bots.map((bot, at) => ({
      id: bot._id,
      name: users[at]?.username ?? bot._id,
      token: bot.token,
      isPublic: bot.public,
      interactionsUrl: bot.interactions_url ?? "",
      avatarUrl: avatarUrl(client.addresses, bot._id, users[at]?.avatar),
      permissions: bot.default_permissions,
    }));
  });
}
