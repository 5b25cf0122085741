import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { rowsOf, tableOf } from "../support/processes/program.ts";
import { preferPostgres } from "../support/run/thorough.ts";
import { openServer } from "../support/server/server.ts";

setDefaultTimeout(60_000);

describe.each([...preferPostgres])("ermine invites on %s", (engine) => {
  test("codes can be created, listed and revoked, and allow as many registrations as they state", async () => {
    await using server = await openServer(engine, { config: { registration: "invite" } });
    const { client, home } = server;
    const register = async (email: string, invite: string) => {
      const { status, body } = await client.post("/auth/account/create", {
        email,
        password: "a good password 1",
        invite,
      });
      return status === 204 ? "registered" : body.type;
    };
    const [once] = await rowsOf(home, "invites", "create", "--uses", "1");
    const [open] = await tableOf(home, "invites", "create");
    expect(once).toEqual({ code: expect.stringMatching(/^[0-9a-f]{16}$/), max_uses: 1 });
    expect(open).toEqual({ code: expect.stringMatching(/^[0-9a-f]{16}$/), max_uses: "-" });
    const [onceCode, openCode] = [String(once?.code), open?.code ?? ""];

    expect(await register("one@example.com", onceCode)).toBe("registered");
    expect(await register("two@example.com", onceCode)).toBe("InvalidInvite");
    expect(await register("two@example.com", openCode)).toBe("registered");
    expect(await register("three@example.com", openCode)).toBe("registered");

    const ids = (await rowsOf(home, "accounts", "list")).map(({ id }) => id);
    const created = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
    expect(await rowsOf(home, "invites", "list")).toEqual([
      { code: onceCode, created, uses: 1, max_uses: 1, last_claimed_by: ids[0] ?? null },
      { code: openCode, created, uses: 2, max_uses: null, last_claimed_by: ids[2] ?? null },
    ]);
    expect(await tableOf(home, "invites", "list")).toMatchObject([
      { code: onceCode, uses: "1", max_uses: "1", last_claimed_by: String(ids[0]) },
      { code: openCode, uses: "2", max_uses: "-", last_claimed_by: String(ids[2]) },
    ]);

    expect(await rowsOf(home, "invites", "revoke", openCode)).toEqual([{ code: openCode, revoked: true }]);
    expect(await register("four@example.com", openCode)).toBe("InvalidInvite");
    expect(await tableOf(home, "invites", "revoke", onceCode)).toEqual([{ code: onceCode, revoked: "yes" }]);
    expect(await rowsOf(home, "invites", "list")).toEqual([]);
  });
});
