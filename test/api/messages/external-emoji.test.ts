import { beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import type { ServersTables } from "../../../src/domains/members/tables.ts";
import type { UsersTables } from "../../../src/domains/users/index.ts";
import { newUserRow } from "../../../src/domains/users/rules/new-user.ts";
import { externalEmojis } from "../../../src/migrations/0047-external-emojis.ts";
import { migrations } from "../../../src/migrations/index.ts";
import { newServerDefault } from "../../../src/permissions/defaults.ts";
import { migrate } from "../../../src/platform/database/migrate.ts";
import { newFriends, openConversation } from "../../support/channels/conversations.ts";
import { openTestDatabase } from "../../support/database/databases.ts";
import { newEmoji } from "../../support/files/emojis.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { newRoom, postMessage, type Room, sendMessage } from "../../support/messages/sending.ts";
import { preferPostgres } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { engines } from "../../support/server/engines.ts";
import { newCommunity } from "../../support/servers/communities.ts";

const missing = { permission: "UseExternalEmojis" };

describeServer("emoji of other servers in messages", preferPostgres, (server) => {
  let room: Room;
  let own: string;
  let external: string;
  beforeAll(async () => {
    room = await newRoom(server);
    own = await newEmoji(server, room.owner, { community: room });
    const elsewhere = await newCommunity(server);
    external = await newEmoji(server, elsewhere.owner, { community: elsewhere });
    await room.setPermissions(["MentionEveryone"], ["UseExternalEmojis"]);
  });

  const post = (draft: unknown, by = room.member) =>
    postMessage(server, { by, channel: room.channel }, draft);
  const edit = (id: string, content: string) =>
    server.client.patch(`/channels/${room.channel}/messages/${id}`, { content }, room.member);

  test("may be used by everyone until that is denied", async () => {
    const open = await newRoom(server);
    const target = { by: open.member, channel: open.channel };
    await sendMessage(server, target, `:${external}:`);
    await open.setPermissions([], ["UseExternalEmojis"]);
    expectFailure(await postMessage(server, target, `:${external}:`), 403, "MissingPermission", missing);
    await sendMessage(server, { ...target, by: open.owner }, `:${external}:`);
  });

  test.each([
    ["Look: :EXTERNAL:!", false],
    [":OWN::EXTERNAL:", false],
    ["``` :EXTERNAL:", false],
    [":OWN:", true],
    [":01ARZ3NDEKTSV4RRFFQ69G5FAV: is no emoji", true],
    ["EXTERNAL", true],
    ["`:EXTERNAL:`", true],
    ["\\:EXTERNAL:", true],
  ])("are refused where they would be shown: %s", async (text, isAccepted) => {
    const content = text.replaceAll("EXTERNAL", external).replaceAll("OWN", own);
    expect(outcome(await post({ content }))).toBe(isAccepted ? "200" : "403 MissingPermission");
  });

  test("are refused when they are edited into a message, and stay where they were", async () => {
    const id = await sendMessage(server, { by: room.member, channel: room.channel });
    expectFailure(await edit(id, `:${external}:`), 403, "MissingPermission", missing);
    await room.setPermissions(["UseExternalEmojis"]);
    expect((await edit(id, `:${external}:`)).status).toBe(200);
    await room.setPermissions([], ["UseExternalEmojis"]);
    expect((await edit(id, `:${external}: and more`)).status).toBe(200);
  });

  test("are refused from webhooks whose creator may not use them", async () => {
    await room.setPermissions(["ManageWebhooks"], ["UseExternalEmojis"]);
    const path = `/channels/${room.channel}/webhooks`;
    const [{ body: bound }, { body: free }] = [
      await server.client.post(path, { name: "Bound" }, room.member),
      await server.client.post(path, { name: "Free" }, room.owner),
    ];
    const send = ({ id, token }: { id: string; token: string }, content: string) =>
      server.client.post(`/webhooks/${id}/${token}`, { content });
    expectFailure(await send(bound, `:${external}:`), 403, "MissingPermission", missing);
    const sent = await send(bound, "Hello.");
    const message = `/webhooks/${bound.id}/${bound.token}/${sent.body._id}`;
    expectFailure(
      await server.client.patch(message, { content: `:${external}:` }),
      403,
      "MissingPermission",
      missing,
    );
    expect((await send(free, `:${external}:`)).status).toBe(200);
  });

  test("need no permission in reactions and in conversations", async () => {
    const id = await sendMessage(server, { by: room.member, channel: room.channel });
    const reaction = `/channels/${room.channel}/messages/${id}/reactions/${external}`;
    expect((await server.client.put(reaction, {}, room.member)).status).toBe(204);
    const [ann, bob] = await newFriends(server);
    const { body } = await openConversation(server, ann, bob.id);
    await sendMessage(server, { by: ann, channel: body._id }, `:${external}:`);
  });
});

test.each([...engines])("servers from before the permission give it to everyone on %s", async (engine) => {
  await using empty = await openTestDatabase(engine);
  const { database, home } = empty;
  const directory = join(home.dataDir, "snapshots");
  await migrate(database, migrations.slice(0, migrations.indexOf(externalEmojis)), { directory });
  const none = { description: null, categories: null, system_messages: null, icon: null, banner: null };
  const flags = { flags: 0, nsfw: 0, analytics: 0, discoverable: 0 };
  const row = { id: "S", owner_id: "U", name: "Old", default_permissions: 77_014_766_592, ...none, ...flags };
  const name = { id: "U", username: "Ann", discriminator: "0001", policy_acknowledged_at: 0 };
  await database.write(async (queries) => {
    const db = queries.sql<ServersTables & UsersTables>();
    await db.insertInto("users").values(newUserRow(name)).execute();
    await db.insertInto("servers").values(row).execute();
  });
  await migrate(database, migrations, { directory });
  const servers = await database.read((queries) =>
    queries.sql<ServersTables>().selectFrom("servers").select("default_permissions").execute(),
  );
  expect(servers).toEqual([{ default_permissions: newServerDefault }]);
});
