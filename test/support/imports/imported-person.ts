import { createClaimLink } from "../../../src/domains/claims/actions/claim-links.ts";
import { emptyMessageRow, prepareImport } from "../../../src/domains/messages/index.ts";
import { insertMembers } from "../../../src/domains/servers/index.ts";
import { createImportedUsers, findImportedUser } from "../../../src/domains/users/index.ts";
import type { TestServer } from "../server/server.ts";

let count = 0;

interface ImportTarget {
  readonly id: string;
  readonly channel: string;
}

/** Imports a user with some messages into a server, one of which has their own reaction and mentions them. */
export async function newImportedPerson({ running }: TestServer, place: ImportTarget, messages = 3) {
  const { services, store } = running;
  const [id, foreignId] = [services.ids.next(), `1000000000000${String(++count).padStart(5, "0")}`];
  const user = { id, source: "discord", foreign_id: foreignId, name: `otto${count}`, displayName: "Otto" };
  const messageIds = Array.from({ length: messages }, () => services.ids.next());
  await store.write(async (tx) => {
    await createImportedUsers(tx, [{ ...user, avatar: null }]);
    await insertMembers(tx, place.id, [
      {
        server_id: place.id,
        user_id: id,
        joined_at: 1,
        nickname: null,
        pronouns: null,
        avatar: null,
        timeout_until: null,
        can_publish: 1,
        can_receive: 1,
        roles: [],
      },
    ]);
    const rows = messageIds.map((message_id, at) => ({
      row: {
        ...emptyMessageRow({ channel_id: place.channel, id: message_id, author_id: id }),
        content: at === 0 ? `Me, <@${id}>` : `Message ${at}`,
        mentions: at === 0 ? JSON.stringify([id]) : null,
      },
      reactions:
        at === 0
          ? [{ channel_id: place.channel, message_id, emoji: "🦦", user_id: id, since: services.ids.next() }]
          : [],
    }));
    await prepareImport(tx.dialect, place.channel, rows)(tx);
  });
  return { id, foreignId, messageIds };
}

/** The token of a link with which the history of somebody is claimed. */
export function newClaimLink(
  { running }: TestServer,
  id: string,
  { accountId, hours = 1 }: { accountId?: string; hours?: number } = {},
): Promise<string> {
  return running.store.write(async (tx) => {
    const person = await findImportedUser(tx, id);
    if (!person) throw new Error(`${id} is no imported user`);
    const { link } = await createClaimLink(tx, { person, accountId, messages: 3, hours });
    return new URL(link, "http://localhost").hash.slice(1);
  });
}
