import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { insertInvite } from "../../src/domains/invites/store.ts";
import { updateServer } from "../../src/domains/servers/store/servers.ts";
import { permission } from "../../src/permissions/bits.ts";
import { overhear } from "../support/announcements.ts";
import { audited } from "../support/audited.ts";
import { putPermissions, succeed } from "../support/channel-calls.ts";
import { newCommunity, newMember } from "../support/communities.ts";
import { newFriends, openConversation } from "../support/conversations.ts";
import { engines } from "../support/engines.ts";
import { expectFailure, outcome } from "../support/expect-failure.ts";
import { makeImage } from "../support/make-images.ts";
import { uploaded } from "../support/multipart.ts";
import { newUser, type Person } from "../support/people.ts";
import { addRole, allowAll } from "../support/roles-held.ts";
import { openServer, type TestServer } from "../support/server.ts";

const code = expect.stringMatching(/^[0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{8}$/);

const odd = [
  "unknown",
  "ABCDEFGH",
  "01ARZ3NDEKTSV4RRFFQ69G5FAV",
  "x".repeat(10_000),
  "%F0%9F%A6%A6",
  "a%20b",
  "'%20or%201=1%20--",
  "..%2f..%2fetc",
  "%25",
];

for (const engine of engines) {
  describe(`invites on ${engine}`, () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await openServer(engine);
    });
    afterAll(() => server[Symbol.asyncDispose]());

    const invite = ({ token }: Person, channel: string, headers?: Record<string, string>) =>
      server.client.post(`/channels/${channel}/invites`, {}, { token, ...(headers && { headers }) });
    const show = (id: string) => server.client.get(`/invites/${id}`);
    const remove = ({ token }: Person, id: string, headers?: Record<string, string>) =>
      server.client.delete(`/invites/${id}`, {}, { token, ...(headers && { headers }) });
    const list = ({ token }: Person, id: string) => server.client.get(`/servers/${id}/invites`, { token });
    const change = (id: string, changes: Parameters<typeof updateServer>[2]) =>
      server.running.store.write((tx) => updateServer(tx, id, changes));

    test("are made by those who may, each with a code of its own, and nobody is told", async () => {
      const place = await newCommunity(server);
      const member = await newMember(server, place);
      await using heard = await overhear(server);
      const { status, body } = await invite(member, place.channel, { "x-audit-log-reason": "friends" });
      expect({ status, body }).toEqual({
        status: 200,
        body: { type: "Server", _id: code, server: place.id, creator: member.id, channel: place.channel },
      });
      const { body: other } = await invite(member, place.channel);
      expect(other._id).not.toBe(body._id);
      expect(heard.take()).toEqual([]);
      expect((await audited(server, place))[0]).toEqual({
        by: member.id,
        target: null,
        reason: "friends",
        action: { type: "InviteCreate", invite: body._id, channel: place.channel },
      });
    });

    test("into a channel ask for its existence, for InviteOthers, then for its kind", async () => {
      const place = await newCommunity(server);
      const member = await newMember(server, place);
      const denied = ["MissingPermission", { permission: "InviteOthers" }] as const;
      const long = { "x-audit-log-reason": "x".repeat(513) };
      expectFailure(await invite(member, "unknown", long), 400, "HeaderTooLarge");
      for (const id of odd) expectFailure(await invite(member, id), 404, "NotFound");
      expectFailure(await invite(await newUser(server), place.channel), 403, ...denied);
      await allowAll(server, place, ["ViewChannel"]);
      expectFailure(await invite(member, place.channel), 403, ...denied);
      const [one, two] = await newFriends(server);
      const { body: talk } = await openConversation(server, one, two.id);
      const { body: saved } = await openConversation(server, one, one.id);
      for (const { _id } of [talk, saved]) expectFailure(await invite(one, _id), 400, "InvalidOperation");
      expectFailure(await invite(member, talk._id), 403, ...denied);
    });

    test("are shown to strangers, with what there is to show", async () => {
      const place = await newCommunity(server);
      const { owner } = place;
      const member = await newMember(server, place);
      const { body } = await invite(member, place.channel);
      const plain = {
        type: "Server",
        code: body._id,
        server_id: place.id,
        server_name: "Place",
        channel_id: place.channel,
        channel_name: "General",
        user_name: "Somebody",
        member_count: 2,
      };
      expect(await show(body._id)).toMatchObject({ status: 200, body: plain });
      expect((await show(body._id)).body).toEqual(plain);

      const avatar = await uploaded(server, member, { tag: "avatars", content: await makeImage("png") });
      await server.client.patch("/users/@me", { avatar }, member);
      await server.client.patch(`/channels/${place.channel}`, { description: "Talk" }, owner);
      const { body: self } = await server.client.get("/users/@me", member);
      const [icon, banner] = ["icons", "banners"].map((tag) => ({ ...self.avatar, tag }));
      await change(place.id, { icon: JSON.stringify(icon), banner: JSON.stringify(banner), flags: 2 });
      expect((await show(body._id)).body).toEqual({
        ...plain,
        channel_description: "Talk",
        server_icon: icon,
        server_banner: banner,
        server_flags: 2,
        user_avatar: self.avatar,
      });
    });

    test.each(odd)("of other codes are not found (%#)", async (id) => {
      const person = await newUser(server);
      expectFailure(await show(id), 404, "NotFound");
      expectFailure(await remove(person, id), 404, "NotFound");
      expectFailure(await server.client.post(`/invites/${id}`, {}, person), 404, "NotFound");
    });

    test("a code that is taken is not given again", async () => {
      const place = await newCommunity(server);
      const { body } = await invite(place.owner, place.channel);
      const { channel: channel_id, id: server_id } = place;
      const other = { code: body._id, channel_id, server_id, creator_id: place.owner.id };
      const put = (code: string) => server.running.store.write((tx) => insertInvite(tx, { ...other, code }));
      expect([await put(body._id), await put("Freecode")]).toEqual([false, true]);
      expect((await list(place.owner, place.id)).body).toHaveLength(2);
    });

    test("codes are exact", async () => {
      const place = await newCommunity(server);
      let { body } = await invite(place.owner, place.channel);
      while (!/[a-z]/i.test(body._id)) ({ body } = await invite(place.owner, place.channel));
      const swapped = body._id.replace(/[a-z]/i, (letter: string) =>
        letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
      );
      for (const near of [swapped, `${body._id}%20`, `${body._id}0`, body._id.slice(1)])
        expectFailure(await show(near), 404, "NotFound");
    });

    test("go with their channel", async () => {
      const place = await newCommunity(server);
      const { body } = await invite(place.owner, place.channel);
      await server.client.delete(`/channels/${place.channel}`, {}, place.owner);
      expectFailure(await show(body._id), 404, "NotFound");
      expect((await list(place.owner, place.id)).body).toEqual([]);
    });

    test("the id of a server is an invite while the server is discoverable and has a channel", async () => {
      const place = await newCommunity(server);
      const { owner } = place;
      expectFailure(await show(place.id), 404, "NotFound");
      await change(place.id, { discoverable: 1 });
      expect((await show(place.id)).body).toEqual({
        type: "Server",
        code: place.id,
        server_id: place.id,
        server_name: "Place",
        channel_id: place.channel,
        channel_name: "General",
        user_name: "Somebody",
        member_count: 1,
      });
      expectFailure(await remove(owner, place.id), 404, "NotFound");
      const { body: second } = await server.client.post(
        `/servers/${place.id}/channels`,
        { name: "b" },
        owner,
      );
      const hide = { by: owner, channel: place.channel, of: "default" };
      await succeed(putPermissions(server, hide, { allow: 0, deny: permission.ViewChannel }));
      expect((await show(place.id)).body).toMatchObject({ channel_id: second._id, channel_name: "b" });
      await succeed(
        putPermissions(server, { ...hide, channel: second._id }, { allow: 0, deny: permission.ViewChannel }),
      );
      expect((await show(place.id)).body).toMatchObject({ channel_id: place.channel });
      for (const id of [second._id, place.channel]) await server.client.delete(`/channels/${id}`, {}, owner);
      expectFailure(await show(place.id), 404, "NotFound");
    });

    test("are listed for those who manage the server", async () => {
      const [place, other] = [await newCommunity(server), await newCommunity(server)];
      const member = await newMember(server, place);
      expect((await list(place.owner, place.id)).body).toEqual([]);
      const made = [
        (await invite(place.owner, place.channel)).body,
        (await invite(member, place.channel)).body,
      ];
      await invite(other.owner, other.channel);
      const { status, body } = await list(place.owner, place.id);
      expect({ status, body: new Set(body) }).toEqual({ status: 200, body: new Set(made) });
      const denied = { permission: "ManageServer" };
      for (const person of [member, other.owner])
        expectFailure(await list(person, place.id), 403, "MissingPermission", denied);
      for (const id of odd) expectFailure(await list(member, id), 404, "NotFound");
      await addRole(server, place, { rank: 0, allow: ["ManageServer"], holders: [member] });
      expect((await list(member, place.id)).body).toEqual(body);
    });

    test("are deleted by whoever made them, wherever they are now, without a word", async () => {
      const place = await newCommunity(server);
      const member = await newMember(server, place);
      const { body } = await invite(member, place.channel);
      await allowAll(server, place, []);
      await using heard = await overhear(server);
      const gone = await remove(member, body._id);
      expect({ status: gone.status, body: gone.body }).toEqual({ status: 204, body: undefined });
      expectFailure(await show(body._id), 404, "NotFound");
      expectFailure(await remove(member, body._id), 404, "NotFound");
      expect(heard.take()).toEqual([]);
      expect((await audited(server, place)).map(({ action }) => action.type)).toEqual(["InviteCreate"]);
    });

    test("are deleted by those who manage the server, which is written down", async () => {
      const place = await newCommunity(server);
      const [maker, member] = [await newMember(server, place), await newMember(server, place)];
      const { body } = await invite(maker, place.channel);
      const denied = { permission: "ManageServer" };
      for (const person of [member, await newUser(server)])
        expectFailure(await remove(person, body._id), 403, "MissingPermission", denied);
      const long = { "x-audit-log-reason": "x".repeat(513) };
      expectFailure(await remove(member, body._id, long), 400, "HeaderTooLarge");
      expect((await show(body._id)).status).toBe(200);
      await addRole(server, place, { rank: 0, allow: ["ManageServer"], holders: [member] });
      expect((await remove(member, body._id, { "x-audit-log-reason": "spread" })).status).toBe(204);
      expect((await audited(server, place)).at(-1)).toEqual({
        by: member.id,
        target: maker.id,
        reason: "spread",
        action: { type: "InviteDelete", invite: body._id, channel: place.channel },
      });
    });

    test("of many who delete one at once, one does", async () => {
      const place = await newCommunity(server);
      const { body } = await invite(await newMember(server, place), place.channel);
      const answers = await Promise.all(Array.from({ length: 8 }, () => remove(place.owner, body._id)));
      expect(answers.map(outcome).toSorted()).toEqual(["204", ...Array(7).fill("404 NotFound")]);
      const types = (await audited(server, place)).map(({ action }) => action.type);
      expect(types).toEqual(["InviteCreate", "InviteDelete"]);
    });
  });
}
