import { expect, test } from "bun:test";
import { isFileAlive } from "../../support/files/file-state.ts";
import { uploadFile } from "../../support/http/multipart.ts";
import { messageCalls } from "../../support/messages/message-calls.ts";
import { newRoom } from "../../support/messages/sending.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { memberCalls } from "../../support/servers/member-calls.ts";

describeServer("the files of messages", anyEngine, (server) => {
  /** A message of the member with two files, and one of the owner with another. */
  async function newFixture() {
    const community = await newRoom(server);
    const { owner, member, channel } = community;
    const newFile = (by: typeof owner) => uploadFile(server, by, { content: `${Math.random()}` });
    const [attached, embedded, ownerFile] = [
      await newFile(member),
      await newFile(member),
      await newFile(owner),
    ];
    const { send } = messageCalls(server, channel);
    await send(member, { attachments: [attached], embeds: [{ media: embedded }] });
    await send(owner, { attachments: [ownerFile] });
    const areFilesAlive = () =>
      Promise.all([attached, embedded, ownerFile].map((id) => isFileAlive(server, id)));
    return { ...community, areFilesAlive };
  }

  test("are released with the messages that a ban deletes", async () => {
    const fixture = await newFixture();
    expect(await fixture.areFilesAlive()).toEqual([true, true, true]);
    const ban = await memberCalls(server, fixture).ban(fixture.owner, fixture.member, {
      delete_message_seconds: 3_600,
    });
    expect(ban.status).toBe(200);
    expect(await fixture.areFilesAlive()).toEqual([false, false, true]);
  });

  test("are released with a channel", async () => {
    const fixture = await newFixture();
    const { status } = await server.client.delete(`/channels/${fixture.channel}`, {}, fixture.owner);
    expect(status).toBe(204);
    await server.drain();
    expect(await fixture.areFilesAlive()).toEqual([false, false, false]);
  });
});
