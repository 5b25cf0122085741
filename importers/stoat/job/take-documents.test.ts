import { expect, test } from "bun:test";
import { join } from "node:path";
import { serialize } from "bson";
import type { FilesTables } from "../../../src/domains/files/index.ts";
import { migrations } from "../../../src/migrations/index.ts";
import { migrate } from "../../../src/platform/database/migrate.ts";
import { createVault } from "../../../src/platform/secrets/vault.ts";
import { openTestDatabase } from "../../../test/support/database/databases.ts";
import { contentsStep, filesStep } from "../collections/files.ts";
import { usersStep } from "../collections/users.ts";
import type { ImportStep } from "../step.ts";
import type { Document } from "../values/values.ts";
import { takeDocuments } from "./take-documents.ts";

const context = { vault: createVault(Buffer.alloc(32)), revision: 1, now: 0, keepsSubscriptions: false };
const id = (number: number) => `01JN8${String(number).padStart(21, "0")}`;

test("a file keeps its use if that is one of its kind, and a user without badges and flags has none", async () => {
  await using opened = await openTestDatabase("sqlite");
  const { database, home } = opened;
  await migrate(database, migrations, { directory: join(home.dataDir, "snapshots") });
  async function take(step: ImportStep, documents: readonly Document[]) {
    const frames = documents.map((document) => ({ offset: 0, bytes: serialize(document) }));
    const page = await takeDocuments(
      step,
      { frames, first: 0 },
      { context, read: (work) => database.read(work) },
    );
    expect(page.problems).toEqual([]);
    return page.rows;
  }

  const hash = "a".repeat(64);
  const contents = await take(contentsStep, [{ _id: hash, content_type: "image/png" }]);
  await database.write((queries) =>
    queries
      .sql<FilesTables>()
      .insertInto("stored_files")
      .values(contents.get("stored_files") as never)
      .execute(),
  );
  const uses = [
    { type: "UserAvatar", id: id(1) },
    { type: "ServerIcon", id: id(2) },
    { type: "UserAvatar", id: "nobody" },
    undefined,
  ];
  const files = await take(
    filesStep,
    uses.map((used_for, at) => ({
      _id: `avatar-number-${at}`,
      tag: "avatars",
      filename: "a.png",
      hash,
      used_for,
    })),
  );
  expect(files.get("files")?.map(({ used_as, used_by }) => [used_as, used_by])).toEqual([
    ["UserAvatar", id(1)],
    [null, null],
    [null, null],
    [null, null],
  ]);

  const users = await take(usersStep, [
    { _id: id(1), username: "anna", discriminator: "0001", badges: 5, flags: 2 },
    { _id: id(2), username: "ben", discriminator: "0001" },
  ]);
  expect(users.get("users")).toMatchObject([
    { username: "anna", badges: 5, flags: 2 },
    { username: "ben", badges: 0, flags: 0 },
  ]);
});
