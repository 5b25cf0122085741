import type { Samples } from "../../compat/sample.ts";
import type { TestServer } from "../../support/server/server.ts";
import { hours } from "../../support/server/test-clock.ts";
import { memberCalls, newModeratedServer } from "../../support/servers/member-calls.ts";

async function begin(server: TestServer) {
  const place = await newModeratedServer(server);
  return { ...place, ...memberCalls(server, place) };
}

export const samples: Samples = {
  "PATCH /servers/{server}/members/{member}": async ({ server }) => {
    const { owner, member, memberRole, edit } = await begin(server);
    const timeout = server.clock.now() + hours(1);
    return [
      await edit(owner, member, {}),
      await edit(owner, member, { nickname: "N", roles: [memberRole], timeout, can_publish: false }),
      await edit(owner, member, { remove: ["Nickname", "Roles", "Timeout", "CanPublish"] }),
    ];
  },
  "DELETE /servers/{target}/members/{member}": async ({ server }) => {
    const { owner, member, kick } = await begin(server);
    return [await kick(owner, member)];
  },
  "PUT /servers/{server}/bans/{target}": async ({ server }) => {
    const { owner, member, ban } = await begin(server);
    return [
      await ban(owner, member),
      await ban(owner, member, { reason: "spam", delete_message_seconds: 60 }),
    ];
  },
  "DELETE /servers/{server}/bans/{target}": async ({ server }) => {
    const { owner, member, ban, unban } = await begin(server);
    await ban(owner, member);
    return [await unban(owner, member)];
  },
  "GET /servers/{target}/bans": async ({ server }) => {
    const { owner, member, ban, bans } = await begin(server);
    const none = await bans(owner);
    await ban(owner, member, { reason: "spam" });
    return [none, await bans(owner)];
  },
};
