import type { Samples } from "../../compat/sample.ts";
import { newFriends, openConversation } from "../../support/channels/conversations.ts";
import { newEmoji } from "../../support/files/emojis.ts";
import { makeImage } from "../../support/files/make-images.ts";
import { uploadFile } from "../../support/http/multipart.ts";
import { newRoom, postMessage, sendMessage } from "../../support/messages/sending.ts";
import type { TestServer } from "../../support/server/server.ts";
import { addRole } from "../../support/servers/roles.ts";

/** A message with all fields. */
async function sendAll(server: TestServer) {
  const room = await newRoom(server);
  const { owner, member, channel } = room;
  const role = await addRole(server, room, { rank: 0 });
  const upload = async () => uploadFile(server, owner, { content: await makeImage("png") });
  const emoji = await newEmoji(server, owner, { community: room });
  const id = await sendMessage(server, { by: member, channel }, { content: "First." });
  const draft = {
    content: `<@${member.id}> <%${role}> @everyone @online`,
    nonce: "nonce",
    attachments: [await upload()],
    replies: [{ id, mention: true, fail_if_not_exists: true }],
    embeds: [
      {
        icon_url: "https://example.com/icon.png",
        url: "https://example.com/",
        title: "Title",
        description: "Description",
        media: await upload(),
        colour: "linear-gradient(red, #0f0)",
      },
    ],
    masquerade: { name: "Mask", avatar: "https://example.com/mask.png", colour: "red" },
    interactions: { reactions: ["👍", emoji], restrict_reactions: true },
    flags: 1,
  };
  return postMessage(server, { by: owner, channel, key: "key" }, draft);
}

export const samples: Samples = {
  "POST /channels/{target}/messages": async ({ server }) => {
    const [one, two] = await newFriends(server);
    const talk = await openConversation(server, one, two.id);
    return [
      await sendAll(server),
      await postMessage(server, { by: one, channel: talk.body._id }, { content: "Hello." }),
    ];
  },
};
