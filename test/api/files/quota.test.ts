import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { claimFile, readUsage, releaseFile, releaseFilesOf } from "../../../src/domains/files/index.ts";
import type { FilesTables } from "../../../src/domains/files/tables.ts";
import { newTicket, newUser, type Person } from "../../support/accounts/people.ts";
import { newBot } from "../../support/bots/bots.ts";
import { countStorage } from "../../support/files/file-state.ts";
import { makeImage } from "../../support/files/make-images.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { form, post, upload, uploadFile } from "../../support/http/multipart.ts";
import { sendMessage } from "../../support/messages/sending.ts";
import { amount, anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { engines } from "../../support/server/engines.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";
import { days, minutes } from "../../support/server/test-clock.ts";
import { newCommunity, newMember } from "../../support/servers/communities.ts";
import { memberCalls } from "../../support/servers/member-calls.ts";
import { deliver, formOf } from "../../support/webhooks/webhook-deliveries.ts";
import { newWebhook } from "../../support/webhooks/webhooks.ts";

const usageOf = ({ running }: TestServer, { id }: { id: string }) =>
  running.store.read((db) => readUsage(db, id));

for (const engine of anyEngine) {
  describe(`storage quotas on ${engine}`, () => {
    test("all files of a user are limited, until some are deleted", async () => {
      await using server = await openServer(engine, { config: { files: { max_user_bytes: 20 } } });
      const ann = await newUser(server);
      const { channel } = await newCommunity(server, ann);
      const file = await uploadFile(server, ann, { content: "fifteen letters" });
      const refusal = { max: 20, note: expect.stringContaining("Delete some") };
      const before = await countStorage(server);
      // Unused uploads count as well: a claim never exceeds the quota.
      expectFailure(await upload(server, ann, { content: "sixsix" }), 403, "StorageQuotaExceeded", refusal);
      const message = await sendMessage(server, { by: ann, channel }, { attachments: [file] });
      // The same bytes count again, although they are stored once.
      expectFailure(
        await upload(server, ann, { content: "fifteen letters" }),
        403,
        "StorageQuotaExceeded",
        refusal,
      );
      expect(await countStorage(server)).toEqual(before);
      expect((await upload(server, await newUser(server), { content: "sixsix" })).status).toBe(200);
      await server.client.delete(`/channels/${channel}/messages/${message}`, {}, ann);
      expect((await upload(server, ann, { content: "sixsix" })).status).toBe(200);
    });

    test("the uploads of a day are limited, also those that nothing uses", async () => {
      await using server = await openServer(engine, { config: { files: { max_daily_bytes: 20 } } });
      const ann = await newUser(server);
      // Shortly after midnight, so that an hour later is the same day.
      server.clock.advance(days(1) - (server.clock.now() % days(1)) + minutes(1));
      await uploadFile(server, ann, { content: "fifteen letters" });
      server.clock.advance(minutes(90));
      await server.drain();
      expect(await countStorage(server)).toMatchObject({ files: 0 });
      const refused = await upload(server, ann, { content: "sixsix" });
      expectFailure(refused, 403, "StorageQuotaExceeded", {
        max: 20,
        note: expect.stringContaining("tomorrow"),
      });
      expect(await countStorage(server)).toMatchObject({ files: 0, stored: 0, blobs: 0 });
      server.clock.advance(days(1));
      expect((await upload(server, ann, { content: "sixsix" })).status).toBe(200);
    });

    test("the files of bots and webhooks count for their owner", async () => {
      await using server = await openServer(engine, { config: { files: { max_user_bytes: 20 } } });
      const ann = await newUser(server);
      const community = await newCommunity(server, ann);
      const bot = await newBot(server, ann);
      const webhook = await newWebhook(server, ann, community);
      const uploadAsBot = () =>
        post(server, "/attachments", form({ content: "sixsix" }), { headers: { "x-bot-token": bot.token } });
      const deliverFile = () =>
        deliver(server, webhook, {
          ...formOf({ payload_json: "{}" }, { field: "files[0]", filename: "a.txt", content: "sixsix" }),
          to: "discord",
        });
      expect((await uploadAsBot()).status).toBe(200);
      expect((await deliverFile()).status).toBe(200);
      expect(await usageOf(server, ann)).toEqual({ claimed: 6, unused: 6, today: 12 });
      expect((await upload(server, ann, { content: "sixsix" })).status).toBe(200);
      for (const refused of [await uploadAsBot(), await deliverFile()])
        expectFailure(refused, 403, "StorageQuotaExceeded", { max: 20, note: expect.any(String) });
      for (const { id } of [bot, webhook])
        expect(await usageOf(server, { id })).toEqual({ claimed: 0, unused: 0, today: 0 });
    });

    test("of uploads at the same time, only as many pass as there is room for", async () => {
      await using server = await openServer(engine, { config: { files: { max_user_bytes: 25 } } });
      const ann = await newUser(server);
      const all = await Promise.all(
        Array.from({ length: 6 }, (_, n) => upload(server, ann, { content: `ten chars${n}` })),
      );
      expect(all.map(({ status }) => status).toSorted()).toEqual([200, 200, 403, 403, 403, 403]);
    });
  });
}

describeServer("storage usage", engines, (server) => {
  const claimedBy = async (person: Person) => (await usageOf(server, person)).claimed;

  test("every way of deleting gives back", async () => {
    const community = await newCommunity(server);
    const { owner, channel } = community;
    const ann = await newMember(server, community);
    const image = await makeImage("png", { width: 4, height: 4 });
    const newFile = (tag = "attachments") => uploadFile(server, ann, { content: image, tag });
    const send = async (to = channel) =>
      sendMessage(server, { by: ann, channel: to }, { attachments: [await newFile()] });
    const { client } = server;
    await send();
    const size = await claimedBy(ann);
    expect(size).toBeGreaterThan(0);
    const expectClaimed = async (count: number) => {
      await server.drain();
      expect(await claimedBy(ann)).toBe(count * size);
    };

    const [one, two, three] = [await send(), await send(), await send()];
    await expectClaimed(4);
    await client.delete(`/channels/${channel}/messages/${one}`, {}, ann);
    await expectClaimed(3);
    await client.delete(`/channels/${channel}/messages/bulk`, { ids: [two, three] }, owner);
    await expectClaimed(1);

    const other = await client.post(`/servers/${community.id}/channels`, { name: "Other" }, owner);
    await send(other.body._id);
    await expectClaimed(2);
    await client.delete(`/channels/${other.body._id}`, {}, owner);
    await expectClaimed(1);

    const away = await newCommunity(server, ann);
    await send(away.channel);
    await client.patch(`/servers/${away.id}`, { icon: await newFile("icons") }, ann);
    await expectClaimed(3);
    await client.delete(`/servers/${away.id}`, {}, ann);
    await expectClaimed(1);

    for (let n = 0; n < 2; n++) await client.patch("/users/@me", { avatar: await newFile("avatars") }, ann);
    await expectClaimed(2);
    await memberCalls(server, community).ban(owner, ann, { delete_message_seconds: 3_600 });
    await expectClaimed(1);
    const ticket = await newTicket(server, ann);
    await client.post("/auth/account/delete", {}, { token: ann.token, ticket });
    server.clock.advance(days(8));
    await expectClaimed(0);
  });

  test("is the sum of the claimed files after any sequence of claims and deletions at once", async () => {
    const people = [await newUser(server), await newUser(server), await newUser(server)];
    const { store } = server.running;
    const objectOf = (n: number) => `01OBJECT${n % 5}`;
    const files: { id: string; uploader: string }[] = [];
    const actions: ((n: number) => Promise<unknown>)[] = [
      async (n) => {
        const person = people[n % 3] as Person;
        const id = await uploadFile(server, person, { content: "x".repeat(n + 1) });
        files.push({ id, uploader: person.id });
      },
      async (n) => {
        const file = files.at(-1 - (n % 9));
        if (file) await store.write((tx) => claimFile(tx, { ...file, use: "Message", by: objectOf(n) }));
      },
      async (n) => {
        const file = files.at(n % (files.length + 1));
        if (file) await store.write((tx) => releaseFile(tx, file.id));
      },
      (n) => store.write((tx) => releaseFilesOf(tx, objectOf(n), objectOf(n + 1))),
      async () => {
        server.clock.advance(minutes(13));
        await server.drain();
      },
    ];
    // Uploads and claims are more frequent than deletions.
    const kinds = fc.constantFrom(0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 3, 4);
    const steps = fc.array(fc.tuple(kinds, fc.nat(29)), { minLength: 80, maxLength: 120 });
    let largest = 0;
    const run = fc.asyncProperty(steps, async (all) => {
      for (let at = 0; at < all.length; at += 8) {
        const some = all.slice(at, at + 8).map(([kind, n]) => actions[kind]?.(n));
        // Claims of files that are used or deleted are refused.
        for (const outcome of await Promise.allSettled(some))
          if (outcome.status === "rejected") expect(outcome.reason.type).toBe("NotFound");
        const sums = await Promise.all(people.map(sumOf));
        expect(await Promise.all(people.map(claimedBy))).toEqual(sums);
        largest = Math.max(largest, ...sums);
      }
    });
    await fc.assert(run, { numRuns: amount(1, 2), endOnFailure: true });
    // The last steps may have released all files, but not every step.
    expect(largest).toBeGreaterThan(0);
  });

  async function sumOf({ id }: Person): Promise<number> {
    const rows = await server.running.store.read((db) =>
      db
        .sql<FilesTables>()
        .selectFrom("files")
        .innerJoin("stored_files", "stored_files.hash", "files.hash")
        .select("size")
        .where("uploader_id", "=", id)
        .where("used_as", "is not", null)
        .where("deleted_at", "is", null)
        .execute(),
    );
    return rows.reduce((sum, { size }) => sum + size, 0);
  }
});
