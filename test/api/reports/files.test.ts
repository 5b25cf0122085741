import { describe, expect, test } from "bun:test";
import { newUser } from "../../support/accounts/people.ts";
import { contentOf, isFileAlive, readFileState } from "../../support/files/file-state.ts";
import { makeImage } from "../../support/files/make-images.ts";
import { uploadFile } from "../../support/http/multipart.ts";
import { messageCalls } from "../../support/messages/message-calls.ts";
import { newRoom } from "../../support/messages/sending.ts";
import { about, reported } from "../../support/operators/reports.ts";
import { rowsOf } from "../../support/processes/program.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { openServer } from "../../support/server/server.ts";
import { minutes } from "../../support/server/test-clock.ts";

describe.each([...anyEngine])("reported files on %s", (engine) => {
  async function openReportedMessage() {
    const server = await openServer(engine);
    const community = await newRoom(server);
    const { owner, member, channel } = community;
    const newFile = (content: string) => uploadFile(server, owner, { content });
    const files = {
      attached: await newFile("one"),
      embedded: await newFile("two"),
      other: await newFile("three"),
    };
    const calls = messageCalls(server, channel);
    const message = await calls.send(owner, {
      attachments: [files.attached],
      embeds: [{ media: files.embedded }],
    });
    const neighbour = await calls.send(owner, { attachments: [files.other] });
    return {
      ...{ server, community, owner, member, calls, message, neighbour, files },
      /** The files that still exist after the cleanup jobs, which may need a second attempt, some minutes later. */
      async listRemaining(): Promise<string[]> {
        for (const _ of "123") {
          server.clock.advance(minutes(1));
          await server.drain();
        }
        const rows = await Promise.all(
          Object.values(files).map((id) => readFileState(server, id).catch(() => undefined)),
        );
        return Object.keys(files).filter((_, index) => rows[index] !== undefined);
      },
      close: (id: string) => rowsOf(server.home, "reports", "close", id),
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    };
  }

  test("outlive their message until its last report is closed, but are not served", async () => {
    await using scenario = await openReportedMessage();
    const { server, owner, member, calls, message, neighbour, files } = scenario;
    const url = `${server.url}/autumn/attachments/${files.attached}`;
    const first = await reported(server, member, about("Message", message));
    const second = await reported(server, await newUser(server), about("Message", message));
    expect((await fetch(url)).status).toBe(200);
    // The message does not reveal the report.
    expect(JSON.stringify(await calls.read(message))).not.toContain("reported");
    await calls.removeMany(owner, [message, neighbour]);
    expect(await isFileAlive(server, files.attached)).toBe(false);
    expect(await scenario.listRemaining()).toEqual(["attached", "embedded"]);
    expect((await fetch(url)).status).toBe(404);
    await rowsOf(server.home, "files", "gc");
    const { blob_key } = await readFileState(server, files.attached);
    expect((await contentOf(server, blob_key)).toString()).toBe("one");

    await scenario.close(first.id);
    expect(await scenario.listRemaining()).toEqual(["attached", "embedded"]);
    await scenario.close(second.id);
    expect(await scenario.listRemaining()).toEqual([]);
    expect(await server.running.services.blobs.size(blob_key)).toBeUndefined();
  });

  test("of a message that is evidence against a user are kept, too", async () => {
    await using scenario = await openReportedMessage();
    const { server, owner, member, calls, message } = scenario;
    const { id } = await reported(server, member, about("User", owner.id, { message_id: message }));
    await calls.remove(owner, message);
    expect(await scenario.listRemaining()).toEqual(["attached", "embedded", "other"]);
    await scenario.close(id);
    expect(await scenario.listRemaining()).toEqual(["other"]);
  });

  test("of a message that still exists stay when the report is closed", async () => {
    await using scenario = await openReportedMessage();
    const { server, member, message } = scenario;
    const { id } = await reported(server, member, about("Message", message));
    await scenario.close(id);
    expect(await scenario.listRemaining()).toEqual(["attached", "embedded", "other"]);
    expect(await isFileAlive(server, scenario.files.attached)).toBe(true);
  });

  test("of users and servers are kept, but not those set after the report", async () => {
    await using scenario = await openReportedMessage();
    const { server, community, owner, member } = scenario;
    const picture = async (tag: string, size: number) =>
      uploadFile(server, owner, { tag, content: await makeImage("png", { width: size, height: size }) });
    const [avatar, icon, later] = [
      await picture("avatars", 8),
      await picture("icons", 12),
      await picture("avatars", 10),
    ];
    await server.client.patch("/users/@me", { avatar }, owner);
    await server.client.patch(`/servers/${community.id}`, { icon }, owner);
    const ids = [
      (await reported(server, member, about("User", owner.id))).id,
      (await reported(server, member, about("Server", community.id))).id,
    ];
    await server.client.patch("/users/@me", { avatar: later }, owner);
    await server.client.patch("/users/@me", { remove: ["Avatar"] }, owner);
    await server.client.patch(`/servers/${community.id}`, { remove: ["Icon"] }, owner);
    await scenario.listRemaining();
    const existing = () =>
      Promise.all(
        [avatar, icon, later].map((id) =>
          readFileState(server, id).then(
            () => true,
            () => false,
          ),
        ),
      );
    expect(await existing()).toEqual([true, true, false]);
    for (const id of ids) await scenario.close(id);
    await scenario.listRemaining();
    expect(await existing()).toEqual([false, false, false]);
  });
});
