import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { userOfMachine } from "../../src/cli/user-of-machine.ts";
import { commands } from "../../src/domains/index.ts";
import { recordOperatorAction } from "../../src/domains/operators/index.ts";
import { newAccount } from "../support/accounts/people.ts";
import { rowsOf, runErmine } from "../support/processes/program.ts";
import { preferPostgres } from "../support/run/thorough.ts";
import { openServer } from "../support/server/server.ts";
import { days } from "../support/server/test-clock.ts";

setDefaultTimeout(60_000);

describe.each([...preferPostgres])("ermine audit on %s", (engine) => {
  test("lists each command that changed something, with who, when and what, but no secret", async () => {
    await using server = await openServer(engine);
    const { home } = server;
    const ann = await newAccount(server, "ann@example.com");
    await rowsOf(home, "accounts", "list");
    await rowsOf(home, "accounts", "disable", "ann@example.com");
    await rowsOf(home, "accounts", "reset-password", ann.id, "--password", "a new passphrase");
    const [created] = await rowsOf(home, "accounts", "create", "bob@example.com");
    // It fails, so that nothing is done and nothing recorded.
    expect((await runErmine(home, ["accounts", "create", "bob@example.com"])).code).toBe(1);
    const [invite] = await rowsOf(home, "invites", "create", "--uses", "3");

    const rows = await rowsOf(home, "audit");
    const by = { by: "command", actor: userOfMachine() };
    const shown: unknown[] = rows.map(({ id, at, details, ...row }) => ({
      ...row,
      details: JSON.parse(String(details)),
    }));
    expect(shown).toEqual([
      { ...by, action: "invites create", target: null, details: { uses: "3" } },
      { ...by, action: "accounts create", target: created?.id, details: {} },
      { ...by, action: "accounts reset-password", target: ann.id, details: {} },
      { ...by, action: "accounts disable", target: ann.id, details: {} },
    ]);
    const everything = JSON.stringify(rows);
    for (const secret of ["passphrase", String(created?.password), String(invite?.code), "@example.com"])
      expect(everything).not.toContain(secret);
    expect(Date.parse(String(rows[0]?.at))).toBeGreaterThan(Date.now() - 600_000);
  });

  test("selects by actor, target and time, and continues where a page ended", async () => {
    await using server = await openServer(engine);
    const { home, clock, running } = server;
    const record = (actor: string, target: string) =>
      running.store.write((tx) =>
        recordOperatorAction(tx, {
          source: "admin",
          actor,
          action: "users wipe",
          target,
          details: { flag: 8 },
        }),
      );
    await record("ann", "x");
    clock.advance(days(2));
    await record("bob", "x");
    await record("bob", "y");
    const select = async (...options: string[]) =>
      (await rowsOf(home, "audit", ...options)).map(({ actor, target }) => `${actor}/${target}`);
    expect(await select()).toEqual(["bob/y", "bob/x", "ann/x"]);
    expect(await select("--actor", "bob")).toEqual(["bob/y", "bob/x"]);
    expect(await select("--target", "x")).toEqual(["bob/x", "ann/x"]);
    const since = new Date(clock.now() - days(1)).toISOString();
    expect(await select("--since", since)).toEqual(["bob/y", "bob/x"]);
    const first = await runErmine(home, ["audit", "--limit", "1", "--json"]);
    const [{ id }] = JSON.parse(first.stdout);
    expect(first.stderr).toBe(`There may be more: --after ${id}\n`);
    expect(await select("--after", id)).toEqual(["bob/x", "ann/x"]);
    for (const [option, value] of [
      ["--since", "soon"],
      ["--limit", "0"],
      ["--limit", "1001"],
    ] as const)
      expect((await runErmine(home, ["audit", option, value])).stderr).toStartWith(`${option} must be`);
  });

  test("actions are kept for a year, or as long as the key says", async () => {
    await using server = await openServer(engine, { config: { operators: { retention_days: 10 } } });
    const { home, clock } = server;
    await rowsOf(home, "invites", "create");
    expect(server.running.services.config.operators.retention_days).toBe(10);
    clock.advance(days(9));
    await server.drain();
    expect(await rowsOf(home, "audit")).toHaveLength(1);
    clock.advance(days(2));
    await server.drain();
    expect(await rowsOf(home, "audit")).toEqual([]);
  });

  test("an action and its record are one transaction", async () => {
    await using server = await openServer(engine);
    const { running, home } = server;
    const failed = running.store.write(async (tx) => {
      const action = {
        source: "admin",
        actor: "ann",
        action: "servers delete",
        target: "x",
        details: {},
      } as const;
      await recordOperatorAction(tx, action);
      throw new Error("not done");
    });
    await expect(failed).rejects.toThrow("not done");
    expect(await rowsOf(home, "audit")).toEqual([]);
  });
});

test("options that may hold a secret are declared as such", () => {
  for (const command of commands) {
    const secrets = ("secretOptions" in command && command.secretOptions) || [];
    const suspect = Object.keys(command.options ?? {}).filter((name) => /pass|token|secret|key/.test(name));
    expect(secrets, command.words.join(" ")).toEqual(suspect);
  }
});
