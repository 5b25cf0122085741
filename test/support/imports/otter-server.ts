import { bitsetOf } from "../../../src/permissions/bits.ts";
import { newUser, type Person } from "../accounts/people.ts";
import { newEmoji } from "../files/emojis.ts";
import { makeImage } from "../files/make-images.ts";
import { uploadFile } from "../http/multipart.ts";
import type { TestServer } from "../server/server.ts";
import { joinCommunity, newCommunity } from "../servers/communities.ts";
import { execute, newAvatar, newWebhook } from "../webhooks/webhooks.ts";

/** A server with at least one of everything that an archive holds. */
export interface OtterServer {
  readonly id: string;
  readonly owner: Person;
  readonly mia: Person;
  readonly otto: Person;
  readonly roles: { readonly keepers: string; readonly visitors: string };
  readonly channels: { readonly general: string; readonly den: string };
  readonly emoji: string;
  readonly webhook: string;
}

export async function makeOtterServer(server: TestServer): Promise<OtterServer> {
  const { client } = server;
  const ok = async (calling: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await calling;
    if (status >= 300) throw new Error(JSON.stringify(body));
    return body as { _id: string; id: string };
  };
  const owner = await newUser(server, "Olga");
  const [mia, otto] = [await newUser(server, "Mia"), await newUser(server, "Otto")];
  const { id, channel: general } = await newCommunity(server, owner);
  for (const person of [mia, otto]) await joinCommunity(server, { id }, person);
  const image = async (tag: string, by = owner) =>
    uploadFile(server, by, { tag, content: await makeImage("png"), filename: "image.png" });
  const [icon, banner] = [await image("icons"), await image("banners")];
  const den = (await ok(client.post(`/servers/${id}/channels`, { name: "den", description: "Quiet" }, owner)))
    ._id;
  await ok(
    client.patch(
      `/servers/${id}`,
      {
        name: "Otter Club",
        description: "For otters",
        icon,
        banner,
        categories: [{ id: "talk", title: "Talk", channels: [den, general] }],
        system_messages: { user_joined: general },
      },
      owner,
    ),
  );
  const role = async (name: string) => (await ok(client.post(`/servers/${id}/roles`, { name }, owner))).id;
  const [keepers, visitors] = [await role("Keepers"), await role("Visitors")];
  const icons = await image("icons");
  const edit = { colour: "#3366cc", hoist: true, icon: icons };
  await ok(client.patch(`/servers/${id}/roles/${keepers}`, edit, owner));
  const rights = { allow: bitsetOf("ManageMessages", "KickMembers"), deny: bitsetOf("Masquerade") };
  await ok(client.put(`/servers/${id}/permissions/${keepers}`, { permissions: rights }, owner));
  const hidden = { allow: 0, deny: bitsetOf("ViewChannel") };
  await ok(client.put(`/channels/${den}/permissions/default`, { permissions: hidden }, owner));
  const shown = { allow: bitsetOf("ViewChannel"), deny: 0 };
  await ok(client.put(`/channels/${den}/permissions/${keepers}`, { permissions: shown }, owner));
  await ok(client.patch(`/channels/${den}`, { nsfw: true, slowmode: 5, icon: await image("icons") }, owner));
  const member = { nickname: "Miranda", roles: [visitors, keepers] };
  await ok(client.patch(`/servers/${id}/members/${mia.id}`, member, owner));
  const face = await newAvatar(server, mia);
  await ok(client.patch(`/servers/${id}/members/${mia.id}`, { avatar: face }, mia));
  const timeout = new Date(Date.now() + 86_400_000).toISOString();
  await ok(client.patch(`/users/@me`, { avatar: await newAvatar(server, mia), display_name: "Mia M." }, mia));
  const emoji = await newEmoji(server, owner, { community: { id } });
  const send = async (channel: string, draft: object, by = owner) =>
    (await ok(client.post(`/channels/${channel}/messages`, draft, by)))._id;
  const hello = await send(general, {
    content: `Hi <@${mia.id}>, <%${keepers}>: see <#${den}> :${emoji}: <@${"7".repeat(26)}>`,
    embeds: [{ title: "A card", description: `for <@${mia.id}>`, media: await image("attachments") }],
    interactions: { reactions: [emoji, "👍"], restrict_reactions: true },
    masquerade: { name: "Captain", colour: "#ffaa00" },
  });
  const link = `https://old.example/server/${id}/channel/${general}/${hello}`;
  const photo = await uploadFile(server, mia, {
    tag: "attachments",
    content: await makeImage("jpeg"),
    filename: "photo.jpg",
  });
  const notes = await uploadFile(server, mia, {
    tag: "attachments",
    content: "notes of an otter",
    filename: "n.txt",
  });
  const reply = await send(
    general,
    { content: `As in ${link}`, replies: [{ id: hello, mention: true }], attachments: [photo, notes] },
    mia,
  );
  await ok(client.patch(`/channels/${general}/messages/${reply}`, { content: `Indeed, ${link}` }, mia));
  const react = (message: string, key: string, by: Person) =>
    ok(
      client.put(
        `/channels/${general}/messages/${message}/reactions/${encodeURIComponent(key)}`,
        undefined,
        by,
      ),
    );
  await react(hello, "👍", otto);
  await react(hello, "👍", mia);
  await react(hello, emoji, mia);
  await ok(client.post(`/channels/${general}/messages/${hello}/pin`, undefined, owner));
  const hook = await newWebhook(server, owner, { channel: general, avatar: await newAvatar(server, owner) });
  await ok(execute(server, hook, { content: "from outside" }));
  await send(den, { content: "quietly" });
  // Last, because nobody sends after that.
  await ok(client.patch(`/servers/${id}/members/${otto.id}`, { timeout }, owner));
  return {
    id,
    owner,
    mia,
    otto,
    roles: { keepers, visitors },
    channels: { general, den },
    emoji,
    webhook: hook.id,
  };
}
