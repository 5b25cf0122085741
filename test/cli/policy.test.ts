import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { listPolicyChanges } from "../../src/domains/policy/store.ts";
import { newUser } from "../support/accounts/people.ts";
import { rowsOf, runErmine, tableOf } from "../support/processes/program.ts";
import { preferPostgres } from "../support/run/thorough.ts";
import { openServer } from "../support/server/server.ts";

setDefaultTimeout(60_000);

const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const url = "https://example.org/terms?v=2";

describe.each([...preferPostgres])("ermine policy on %s", (engine) => {
  test("announces changes while a server runs, lists and withdraws them", async () => {
    await using server = await openServer(engine);
    const { home, client, running } = server;
    const person = await newUser(server);
    const shown = async () =>
      (await running.store.read((db) => listPolicyChanges(db, person.id))).map(
        (change) => change.description,
      );
    expect(await rowsOf(home, "policy", "list")).toEqual([]);

    const [now] = await rowsOf(home, "policy", "add", "New terms, “with” quotes", url);
    expect(now).toEqual({
      id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      created: timestamp,
      effective: now?.created ?? null,
      description: "New terms, “with” quotes",
      url,
    });
    const [later] = await rowsOf(home, "policy", "add", "Next year", url, "--effective", "2036-03-01");
    expect(later?.effective).toBe("2036-03-01T00:00:00.000Z");
    expect(await rowsOf(home, "policy", "list")).toEqual([now ?? {}, later ?? {}]);
    expect(await tableOf(home, "policy", "list")).toMatchObject([
      { id: `${now?.id}` },
      { id: `${later?.id}` },
    ]);
    expect(await shown()).toEqual(["New terms, “with” quotes", "Next year"]);

    expect(await rowsOf(home, "policy", "remove", `${now?.id}`)).toEqual([
      { id: now?.id ?? null, removed: true },
    ]);
    expect(await shown()).toEqual(["Next year"]);
    expect((await client.post("/policy/acknowledge", {}, { token: person.token })).status).toBe(204);
    expect(await shown()).toEqual([]);
    expect(await rowsOf(home, "policy", "list")).toEqual([later ?? {}]);
  });

  test("reports mistakes and changes nothing", async () => {
    await using server = await openServer(engine);
    const { home } = server;
    const mistakes: [words: string[], problem: RegExp][] = [
      [["add", "No URL"], /Usage: ermine policy add/],
      [["add", "", url], /description is empty/],
      [["add", "Terms", "example.org/terms"], /not a web URL/],
      [["add", "Terms", "javascript:alert(1)"], /not a web URL/],
      [["add", "Terms", "https://"], /not a web URL/],
      [["add", "Terms", url, "--effective", "soon"], /--effective must be a date/],
      [["add", "Terms", url, "--effective", "2036-02-30"], /--effective must be a date/],
      [["remove", "unknown"], /no policy change has the id unknown/],
      [["remove"], /Usage: ermine policy remove/],
    ];
    for (const [words, problem] of mistakes) {
      const { code, stdout, stderr } = await runErmine(home, ["policy", ...words]);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(problem);
    }
    expect(await rowsOf(home, "policy", "list")).toEqual([]);
  });
});
