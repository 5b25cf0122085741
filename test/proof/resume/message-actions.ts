import { listChannelIds } from "../../../src/domains/channels/index.ts";
import { listServerIds } from "../../../src/domains/members/store/memberships.ts";
import { type ActionContext, attempt, type WalkActions } from "../../convergence/walk-action.ts";
import type { ApiResponse } from "../../support/http/client.ts";

/** A channel that the user may be able to see: of a server, or a conversation. */
async function someChannel({ server, who, chance }: ActionContext): Promise<string | undefined> {
  const { body } = await server.client.get("/users/dms", who);
  const conversations: string[] = Array.isArray(body) ? body.map(({ _id }) => _id) : [];
  const ofServers = await server.running.store.read(async (db) => {
    const ids: string[] = [];
    for (const id of await listServerIds(db, who.id)) ids.push(...(await listChannelIds(db, id)));
    return ids;
  });
  const all = [...conversations, ...ofServers];
  return all[Math.floor(chance * all.length)];
}

const inChannel =
  (act: (context: ActionContext, path: string) => Promise<ApiResponse>) => async (context: ActionContext) => {
    const channel = await someChannel(context);
    if (channel) await attempt(act(context, `/channels/${channel}`));
  };

/** Sends a message and does something with it. */
const withMessage = (act: (context: ActionContext, path: string) => Promise<ApiResponse>) =>
  inChannel(async (context, path) => {
    const sent = await context.server.client.post(`${path}/messages`, { content: "first" }, context.who);
    return sent.status === 200 ? act(context, `${path}/messages/${sent.body._id}`) : sent;
  });

export const messageActions: WalkActions = {
  says: [
    12,
    inChannel(({ server, who }, path) => server.client.post(`${path}/messages`, { content: "hello" }, who)),
  ],
  mentions: [
    4,
    inChannel(({ server, who, whom }, path) =>
      server.client.post(`${path}/messages`, { content: `<@${whom.id}>` }, who),
    ),
  ],
  "changes a message": [
    2,
    withMessage(({ server, who }, path) => server.client.patch(path, { content: "second" }, who)),
  ],
  "deletes a message": [2, withMessage(({ server, who }, path) => server.client.delete(path, {}, who))],
  "reacts to a message": [
    2,
    withMessage(({ server, who }, path) => server.client.put(`${path}/reactions/%F0%9F%91%8D`, {}, who)),
  ],
  reads: [
    3,
    inChannel(async (context, path) => {
      const { server, who } = context;
      const { body } = await server.client.get(`${path}/messages?limit=1`, who);
      const [last] = Array.isArray(body) ? body : [];
      return server.client.put(`${path}/ack/${last?._id ?? "0".repeat(26)}`, {}, who);
    }),
  ],
};
