import { expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Long } from "bson";
import { bitsetOf, type Permission } from "../../src/permissions/bits.ts";
import { runErmine } from "../support/processes/program.ts";
import { engines, newHome } from "../support/server/engines.ts";
import { openServer } from "../support/server/server.ts";
import { prepareImport } from "../support/stoat/prepare-import.ts";
import { makeInstance } from "../support/stoat/stoat-instance.ts";

setDefaultTimeout(120_000);

const [outsiders = "", writers = "", open = "", locked = ""] = ["A", "B", "C", "D"].map(
  (last) => `01JNCCCCCCCCCCCCCCCCCCCCC${last}`,
);
const override = (allow: readonly Permission[], deny: readonly Permission[]) => ({
  a: Long.fromNumber(bitsetOf(...allow)),
  d: Long.fromNumber(bitsetOf(...deny)),
});

/** An instance in which Ben is an outsider, and the bot a writer. */
async function makeContestedInstance(revision: number) {
  const instance = await makeInstance();
  const { collections, ids } = instance;
  const [server] = collections.servers;
  const roles = {
    ...server?.roles,
    [outsiders]: { name: "Outsiders", rank: 3, permissions: override([], ["ViewChannel"]) },
    [writers]: { name: "Writers", rank: 2, permissions: override(["SendMessage"], []) },
  };
  const rolesOf = new Map([
    [ids.ben, outsiders],
    [ids.bot, writers],
  ]);
  const channel = { channel_type: "TextChannel", server: ids.server };
  return {
    ...instance,
    collections: {
      ...collections,
      migrations: [{ _id: 0, revision }],
      servers: [{ ...server, roles }],
      server_members: collections.server_members.map((member) => {
        const role = rolesOf.get(member._id.user);
        return role === undefined ? member : { ...member, roles: [role] };
      }),
      channels: [
        ...collections.channels,
        { ...channel, _id: open, name: "open", default_permissions: override(["ViewChannel"], []) },
        { ...channel, _id: locked, name: "locked", default_permissions: override([], ["SendMessage"]) },
      ],
    },
  };
}

const [engine = "sqlite"] = engines;

test.each([
  ["as in Stoat, where they decide after the default of a channel", 52, [], { view: 403, send: 200 }],
  [
    "as before, if the operator names an old version",
    52,
    ["--old-permission-order"],
    { view: 200, send: 403 },
  ],
  ["as before, if only old versions have the schema", 50, [], { view: 200, send: 403 }],
])("permissions of roles apply %s", async (_, revision, flags, expected) => {
  const home = await newHome(engine);
  const instance = await makeContestedInstance(revision);
  const { words } = prepareImport(home, instance, "folder");
  expect(await runErmine(home, [...words, ...flags])).toMatchObject({ code: 0 });
  const report = readFileSync(join(home.dataDir, "import", "stoat-report.jsonl"), "utf8");
  const listed = report.matchAll(
    /"The overrides of a channel[^}]*"where":"channels (\w+)","detail":"(\w+)"/g,
  );
  const isAdapted = expected.view === 403;
  expect([...listed].map(([, id, names]) => [id, names])).toEqual(
    isAdapted
      ? [
          [open, "ViewChannel"],
          [locked, "SendMessage"],
        ]
      : [],
  );
  await using server = await openServer(engine, { home });
  const seen = await server.client.get(`/channels/${open}`, { token: instance.tokens.ben });
  const bot = { bot: instance.tokens.bot };
  const sent = await server.client.post(`/channels/${locked}/messages`, { content: "Hello" }, bot);
  expect({ view: seen.status, send: sent.status }).toEqual(expected);
});
