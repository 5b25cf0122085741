import type { Samples } from "../../compat/sample.ts";
import { newGroupFixture } from "../../support/channels/groups.ts";
import { enterCall } from "../../support/voice/calls.ts";
import { openVoiceServer } from "../../support/voice/livekit.ts";

export const samples: Samples = {
  "POST /channels/{target}/join_call": async ({ server: { engine } }) => {
    await using server = await openVoiceServer(engine);
    const { id, owner, members } = await newGroupFixture(server);
    const named = { node: "worldwide", force_disconnect: true, recipients: [members[0].id] };
    return [
      await server.client.post(`/channels/${id}/join_call`, {}, owner),
      await server.client.post(`/channels/${id}/join_call`, named, members[1]),
    ];
  },
  "PUT /channels/{target}/end_ring/{target_user}": async ({ server }) => {
    const { id, owner, members } = await newGroupFixture(server);
    await enterCall(server, id, owner);
    return [await server.client.put(`/channels/${id}/end_ring/${members[0].id}`, {}, owner)];
  },
};
