import type { Samples } from "../../compat/sample.ts";
import { newRoom, sendMessage } from "../../support/messages/sending.ts";
import { about, report } from "../../support/operators/reports.ts";

export const samples: Samples = {
  "POST /safety/report": async ({ server }) => {
    const { owner, member, channel, id } = await newRoom(server);
    const message = await sendMessage(server, { by: owner, channel: channel }, { content: "Hello." });
    return [
      await report(server, member, about("Message", message), { additional_context: "Look." }),
      await report(server, member, about("Server", id)),
      await report(server, member, about("User", owner.id, { message_id: message })),
    ];
  },
};
