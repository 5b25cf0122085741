import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importedId } from "../../../importers/discord/snowflakes.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import {
  channels,
  exportOf,
  guildId,
  message,
  mia,
  otto,
  snowflakeAt,
  writeExport,
} from "../../support/imports/discord-export.ts";
import { rowsOf, runErmine } from "../../support/processes/program.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { openServer } from "../../support/server/server.ts";

setDefaultTimeout(60_000);

describe.each([...anyEngine])("codes that claim history on %s", (engine) => {
  test("for an account that is banned give nothing, and do not keep others from theirs", async () => {
    await using server = await openServer(engine);
    using folder = new DisposableStack();
    const path = folder.adopt(mkdtempSync(join(tmpdir(), "ermine-codes-")), (each) =>
      rmSync(each, { recursive: true, force: true }),
    );
    const owner = await newUser(server, "Owner");
    const [banned, welcome] = [await newUser(server, "Banned"), await newUser(server, "Welcome")];
    const importing = async () => {
      const words = ["import", "discord", path, "--owner", owner.id, "--json"];
      const { code, stdout, stderr } = await runErmine(server.home, words);
      expect([code, stderr]).toEqual([0, expect.stringContaining("Imported into")]);
      return JSON.parse(stdout);
    };
    const exported = join(path, "news.json");
    const posts = [message(snowflakeAt(1), mia, "Hello"), message(snowflakeAt(2), otto, "Hello")];
    writeExport(exported, exportOf(channels.news, posts));
    await importing();
    const ban = `/servers/${importedId("server", guildId)}/bans/${banned.id}`;
    expect((await server.client.put(ban, {}, owner)).status).toBe(200);
    const codeOf = async ({ id }: Person) =>
      String((await rowsOf(server.home, "import", "claim-code", id))[0]?.code);
    const codes = [
      message(snowflakeAt(3), mia, await codeOf(banned)),
      message(snowflakeAt(4), otto, await codeOf(welcome)),
    ];
    writeExport(exported, exportOf(channels.news, [...posts, ...codes]));
    const rows = await importing();
    expect(rows).toContainEqual(
      expect.objectContaining({ what: "people who claimed their history by a code", count: 1 }),
    );
    expect(rows).toContainEqual(
      expect.objectContaining({
        what: "A posted code was not followed",
        examples: `${mia.id} to ${banned.id} (The account is banned from a server of this user.)`,
      }),
    );
    const list = `/channels/${importedId("channel", channels.news.id)}/messages?sort=Oldest`;
    const { body } = await server.client.get(list, owner);
    expect(body.map((each: { author: string }) => each.author)).toEqual([
      importedId("user", mia.id),
      welcome.id,
      importedId("user", mia.id),
      welcome.id,
    ]);
  });
});
