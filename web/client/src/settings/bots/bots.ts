import { createResource } from "solid-js";
import type { OwnedBotsResponse } from "stoat-api";
import { useConnection } from "../../session/context.tsx";

/** A bot of the user, with its user. */
export interface OwnBot {
  readonly id: string;
  readonly name: string;
  readonly token: string;
  readonly isPublic: boolean;
  readonly interactionsUrl: string;
  readonly avatarUrl: string | undefined;
}

/** The bots of the user. The library keeps the first answer for ever, so these are asked for anew. */
export function useOwnBots() {
  const { client, generation } = useConnection();
  return createResource(generation, async (): Promise<readonly OwnBot[]> => {
    // The library takes this path for that of one bot.
    const { bots, users } = (await client.api.get("/bots/@me")) as OwnedBotsResponse;
    const files = client.configuration?.features.autumn.url;
    return bots.map((bot, at) => ({
      id: bot._id,
      name: users[at]?.username ?? bot._id,
      token: bot.token,
      isPublic: bot.public,
      interactionsUrl: bot.interactions_url ?? "",
      avatarUrl: users[at]?.avatar ? `${files}/avatars/${users[at].avatar._id}` : undefined,
    }));
  });
}
