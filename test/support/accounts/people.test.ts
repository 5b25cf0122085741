import { expect, test } from "bun:test";
import { dumpTables } from "../database/dump-tables.ts";
import { anyEngine } from "../run/thorough.ts";
import { openServer } from "../server/server.ts";
import { insertPerson, type Person, registerPerson } from "./people.ts";

/** Without what differs between any two users. */
function withoutOwn(json: string, { id, email }: Person): Record<string, unknown> {
  const text = json.replaceAll(id, "its id").replaceAll(email, "its address");
  const own = /^(id|digest|discriminator|last_seen|.*_(at|digest|hash))$/;
  return Object.fromEntries(
    Object.entries(JSON.parse(text)).map(([name, value]) => [name, own.test(name) ? typeof value : value]),
  );
}

for (const engine of anyEngine) {
  test(`a user who is inserted has the same rows as one who registers, on ${engine}`, async () => {
    const rowsAfter = async (create: typeof insertPerson) => {
      await using server = await openServer(engine);
      const before = await dumpTables(server);
      const person = await create(server, "Somebody");
      const after = await dumpTables(server);
      return Object.entries(after).flatMap(([table, rows]) =>
        rows
          .filter((row) => !before[table]?.includes(row))
          .map((row) => ({ table, ...withoutOwn(row, person) })),
      );
    };
    const inserted = await rowsAfter(insertPerson);
    expect(inserted).toEqual(await rowsAfter((server, name) => registerPerson(server as never, name)));
    expect(inserted.map(({ table }) => table)).toEqual(
      expect.arrayContaining(["accounts", "sessions", "users"]),
    );
  });
}
