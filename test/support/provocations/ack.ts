import { ApiError } from "../../../src/declare/error.ts";
import { acknowledgeChannel } from "../../../src/domains/sync/routes/acknowledge-channel.ts";
import { failure } from "../../../src/http/respond.ts";
import { newCommunity } from "../communities.ts";
import { newUser } from "../people.ts";
import type { Provocations } from "./stage.ts";

const message = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

export const acknowledgeProvocations: Provocations = {
  channel_ack_ack: {
    /** What the handler tells a bot. Bots have no credentials that would lead them here. */
    async IsBot(stage) {
      const server = await stage.server();
      const { owner, channel } = await newCommunity(server);
      const caller = { userId: owner.id, sessionId: undefined, bot: true };
      const params = { target: channel, message };
      const refusal = await server.running.store
        .write(async (tx) => {
          await acknowledgeChannel.handle?.({ caller, params, tx, fail: tx.fail } as never);
        })
        .catch((error: unknown) => error);
      if (!(refusal instanceof ApiError)) throw new Error("a bot was served");
      const response = failure(refusal, { requestId: "bot" });
      return { status: response.status, headers: response.headers, body: await response.json() };
    },
    async NotFound(stage) {
      const server = await stage.server();
      return server.client.put(`/channels/unknown/ack/${message}`, {}, await newUser(server));
    },
    async MissingPermission(stage) {
      const server = await stage.server();
      const { channel } = await newCommunity(server);
      return server.client.put(`/channels/${channel}/ack/${message}`, {}, await newUser(server));
    },
  },
};
