import { describe, expect, test } from "bun:test";
import { engines } from "../support/engines.ts";
import { contentOf, isKept, seeFile } from "../support/file-state.ts";
import { makeImage } from "../support/make-images.ts";
import { messagesIn } from "../support/message-calls.ts";
import { uploaded } from "../support/multipart.ts";
import { newUser } from "../support/people.ts";
import { rowsOf } from "../support/program.ts";
import { about, reported } from "../support/reports.ts";
import { newRoom } from "../support/sending.ts";
import { openServer } from "../support/server.ts";
import { minutes } from "../support/test-clock.ts";

describe.each([...engines])("reported files on %s", (engine) => {
  async function furnish() {
    const server = await openServer(engine);
    const room = await newRoom(server);
    const { owner, member, channel } = room;
    const newFile = (content: string) => uploaded(server, owner, { content });
    const files = {
      attached: await newFile("one"),
      shown: await newFile("two"),
      other: await newFile("three"),
    };
    const calls = messagesIn(server, channel);
    const message = await calls.say(owner, {
      attachments: [files.attached],
      embeds: [{ media: files.shown }],
    });
    const neighbour = await calls.say(owner, { attachments: [files.other] });
    return {
      ...{ server, room, owner, member, calls, message, neighbour, files },
      /** Which of them are still known, a minute later. */
      async left(): Promise<string[]> {
        server.clock.advance(minutes(1));
        await server.running.worker.drain();
        await server.running.worker.drain();
        const known = await Promise.all(
          Object.values(files).map((id) => seeFile(server, id).catch(() => undefined)),
        );
        return Object.keys(files).filter((_, index) => known[index] !== undefined);
      },
      close: (id: string) => rowsOf(server.home, "reports", "close", id),
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    };
  }

  test("outlive their message until its last report is closed, and are served to nobody then", async () => {
    await using house = await furnish();
    const { server, owner, member, calls, message, neighbour, files } = house;
    const address = `${server.url}/autumn/attachments/${files.attached}`;
    const first = await reported(server, member, about("Message", message));
    const second = await reported(server, await newUser(server), about("Message", message));
    expect((await fetch(address)).status).toBe(200);
    // As before: readers are not told of it.
    expect(JSON.stringify(await calls.see(message))).not.toContain("reported");
    await calls.removeMany(owner, [message, neighbour]);
    expect(await isKept(server, files.attached)).toBe(false);
    expect(await house.left()).toEqual(["attached", "shown"]);
    expect((await fetch(address)).status).toBe(404);
    await rowsOf(server.home, "files", "gc");
    const { blob_key } = await seeFile(server, files.attached);
    expect((await contentOf(server, blob_key)).toString()).toBe("one");

    await house.close(first.id);
    expect(await house.left()).toEqual(["attached", "shown"]);
    await house.close(second.id);
    expect(await house.left()).toEqual([]);
    expect(await server.running.services.blobs.size(blob_key)).toBeUndefined();
  });

  test("are kept for the message that shows what is meant, too", async () => {
    await using house = await furnish();
    const { server, owner, member, calls, message } = house;
    const { id } = await reported(server, member, about("User", owner.id, { message_id: message }));
    await calls.remove(owner, message);
    expect(await house.left()).toEqual(["attached", "shown", "other"]);
    await house.close(id);
    expect(await house.left()).toEqual(["other"]);
  });

  test("of a message that stays, stay when the report is closed", async () => {
    await using house = await furnish();
    const { server, member, message } = house;
    const { id } = await reported(server, member, about("Message", message));
    await house.close(id);
    expect(await house.left()).toEqual(["attached", "shown", "other"]);
    expect(await isKept(server, house.files.attached)).toBe(true);
  });

  test("of users and servers are kept as well, and those that came later are not", async () => {
    await using house = await furnish();
    const { server, room, owner, member } = house;
    const picture = async (tag: string, size: number) =>
      uploaded(server, owner, { tag, content: await makeImage("png", { width: size, height: size }) });
    const [avatar, icon, later] = [
      await picture("avatars", 8),
      await picture("icons", 12),
      await picture("avatars", 10),
    ];
    await server.client.patch("/users/@me", { avatar }, owner);
    await server.client.patch(`/servers/${room.id}`, { icon }, owner);
    const ids = [
      (await reported(server, member, about("User", owner.id))).id,
      (await reported(server, member, about("Server", room.id))).id,
    ];
    await server.client.patch("/users/@me", { avatar: later }, owner);
    await server.client.patch("/users/@me", { remove: ["Avatar"] }, owner);
    await server.client.patch(`/servers/${room.id}`, { remove: ["Icon"] }, owner);
    await house.left();
    const known = () =>
      Promise.all(
        [avatar, icon, later].map((id) =>
          seeFile(server, id).then(
            () => true,
            () => false,
          ),
        ),
      );
    expect(await known()).toEqual([true, true, false]);
    for (const id of ids) await house.close(id);
    await house.left();
    expect(await known()).toEqual([false, false, false]);
  });
});
