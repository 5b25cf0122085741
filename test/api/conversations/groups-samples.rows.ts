import type { Samples } from "../../compat/sample.ts";
import { newUser } from "../../support/accounts/people.ts";
import { groupCalls, newGroupFixture } from "../../support/channels/groups.ts";
import { makeImage } from "../../support/files/make-images.ts";
import { uploadFile } from "../../support/http/multipart.ts";
import type { TestServer } from "../../support/server/server.ts";

/** A group with all fields set. */
export async function furnishGroup(server: TestServer) {
  const circle = await newGroupFixture(server);
  const { id, owner, members } = circle;
  const { edit, allow, invite } = groupCalls(server, id);
  const icon = await uploadFile(server, owner, { tag: "icons", content: await makeImage("png") });
  const allowed = await allow(owner, 2 ** 40);
  const wishes = { name: "Den", description: "Talk", icon, nsfw: true, owner: members[0].id };
  const edited = await edit(owner, wishes);
  const made = await invite(members[0]);
  return { ...circle, allowed, edited, made, code: `/invites/${made.body._id}` };
}

export const samples: Samples = {
  "POST /channels/create": async ({ server }) => {
    const { friend } = await newGroupFixture(server);
    const icon = await uploadFile(server, friend, { tag: "icons", content: await makeImage("png") });
    const wishes = { name: "Den", description: "Talk", icon, users: [friend.id], nsfw: true };
    return [
      await server.client.post("/channels/create", { name: "Us" }, await newUser(server)),
      await server.client.post("/channels/create", wishes, friend),
    ];
  },
  "GET /channels/{target}/members": async ({ server }) => {
    const { id, members } = await furnishGroup(server);
    return [await groupCalls(server, id).listMembers(members[1])];
  },
  "PUT /channels/{group_id}/recipients/{member_id}": async ({ server }) => {
    const { id, owner, friend } = await newGroupFixture(server);
    return [await groupCalls(server, id).add(owner, friend)];
  },
  "DELETE /channels/{target}/recipients/{member}": async ({ server }) => {
    const { id, owner, members } = await newGroupFixture(server);
    return [await groupCalls(server, id).remove(owner, members[0])];
  },
};
