import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { engines } from "../support/engines.ts";
import { isFileAlive } from "../support/file-state.ts";
import { memberCalls } from "../support/member-calls.ts";
import { messageCalls } from "../support/message-calls.ts";
import { uploadFile } from "../support/multipart.ts";
import { newRoom } from "../support/sending.ts";
import { openServer, type TestServer } from "../support/server.ts";

describe.each([...engines])("the files of messages on %s", (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openServer(engine);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  /** A message of the member with two files, and one of the owner with another. */
  async function furnish() {
    const room = await newRoom(server);
    const { owner, member, channel } = room;
    const newFile = (by: typeof owner) => uploadFile(server, by, { content: `${Math.random()}` });
    const [attached, shown, other] = [await newFile(member), await newFile(member), await newFile(owner)];
    const { send } = messageCalls(server, channel);
    await send(member, { attachments: [attached], embeds: [{ media: shown }] });
    await send(owner, { attachments: [other] });
    const areKept = () => Promise.all([attached, shown, other].map((id) => isFileAlive(server, id)));
    return { ...room, areKept };
  }

  test("are released with the messages that a ban deletes", async () => {
    const room = await furnish();
    expect(await room.areKept()).toEqual([true, true, true]);
    const ban = await memberCalls(server, room).ban(room.owner, room.member, {
      delete_message_seconds: 3_600,
    });
    expect(ban.status).toBe(200);
    expect(await room.areKept()).toEqual([false, false, true]);
  });

  test("are released with a channel", async () => {
    const room = await furnish();
    const { status } = await server.client.delete(`/channels/${room.channel}`, {}, room.owner);
    expect(status).toBe(204);
    await server.running.worker.drain();
    expect(await room.areKept()).toEqual([false, false, false]);
  });
});
