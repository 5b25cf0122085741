import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { engines } from "../support/engines.ts";
import { expectFailure, outcome } from "../support/expect-failure.ts";
import { occupyDiscriminators } from "../support/occupy-discriminators.ts";
import { newAccount } from "../support/people.ts";
import { openServer, type TestServer } from "../support/server.ts";

/** All that may be given out: 0002 to 9998 without those that look special. */
const reserved = ["0123", "1234", "1111", "2222", "3333", "4444", "5555", "6666", "7777", "8888", "1488"];
const all = Array.from({ length: 9997 }, (_, index) => String(index + 2).padStart(4, "0")).filter(
  (value) => !reserved.includes(value),
);

/** What is chosen, and what it becomes. */
const cleaned = [
  ["Ab", "Ab"],
  ["Under_score.dot-dash9", "Under_score.dot-dash9"],
  ["x".repeat(32), "x".repeat(32)],
  ["0123456789", "0123456789"],
  ["々〆", "々〆"],
  ["café", "cafe"],
  ["naïve", "naive"],
  ["аlicе", "alice"],
  ["Ｗide", "wide"],
  ["𝓯𝓪𝓷𝓬𝔂", "fancy"],
] as const;

const malformed = [
  "",
  "a",
  "x".repeat(33),
  "a b",
  "a\tb",
  "a\nb",
  "a#b",
  "a@b",
  "a/b",
  "```a",
  "e\u0301a",
  "a\u200bb",
  "🦦🦦",
  "http://x",
  "ＡＢ ＣＤ",
];

const forbidden = [
  "admin",
  "ADMIN",
  "revolt",
  "Stoat",
  "аdmin",
  "Ｒevolt",
  "ѕtoat",
  "discord.gg",
  "my.Discord.GG",
  "rvlt.gg_x",
  "guilded.gg",
  "stt.gg",
  "revolt.chat",
  "the.stoat.chat",
  "disсord.gg",
];

for (const engine of engines) {
  describe(`usernames on ${engine}`, () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await openServer(engine);
    });
    afterAll(() => server[Symbol.asyncDispose]());

    async function choose(username: string) {
      const { token } = await newAccount(server);
      return server.client.post("/onboard/complete", { username }, { token });
    }

    const occupy = (username: string, discriminators: readonly string[]) =>
      occupyDiscriminators(server, username, discriminators);

    test("are cleaned of look-alikes", async () => {
      for (const [chosen, kept] of cleaned) {
        const { status, body } = await choose(chosen);
        expect({ chosen, status, username: body.username }).toEqual({ chosen, status: 200, username: kept });
      }
    });

    test("are of 2 to 32 letters, digits, underscores, dots and dashes", async () => {
      for (const username of malformed) {
        const { status, body } = await choose(username);
        expect([username, status, body.type]).toEqual([username, 400, "FailedValidation"]);
      }
    });

    test("neither are nor contain certain words, also in look-alike letters", async () => {
      for (const username of forbidden) {
        const { status, body } = await choose(username);
        expect([username, status, body.type]).toEqual([username, 400, "InvalidUsername"]);
      }
      for (const username of [
        "admin1",
        "xadmin",
        "revolts",
        "stoat_",
        "discord",
        "gg.discord",
        "chat.stoat",
      ]) {
        expect([username, (await choose(username)).status]).toEqual([username, 200]);
      }
    });

    test("a name that cleaning makes too long cannot be used", async () => {
      expectFailure(await choose("ﬃ".repeat(20)), 400, "InvalidUsername");
    });

    test("one name has many holders, told apart by four digits", async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => choose("Popular")));
      expect(answers.map(outcome)).toEqual(Array(20).fill("200"));
      const drawn = answers.map(({ body }) => body.discriminator);
      expect(new Set(drawn).size).toBe(20);
      for (const discriminator of drawn) expect(all).toContain(discriminator);
    });

    test("the digits are any that nobody of that name has, whatever its case", async () => {
      const free = "4711";
      await occupy(
        "Crowded",
        all.filter((value) => value !== free),
      );
      const { body } = await choose("cRoWdEd");
      expect(body).toMatchObject({ username: "cRoWdEd", discriminator: free });
      expectFailure(await choose("CROWDED"), 409, "UsernameTaken");
      expectFailure(await choose("Ｃrowded"), 409, "UsernameTaken");
      // Another name has them all to itself.
      expect((await choose("Crowded_")).status).toBe(200);
    });

    test("reserved digits are given to nobody", async () => {
      expect(all).toHaveLength(9986);
      await occupy("Reserved", all);
      expectFailure(await choose("Reserved"), 409, "UsernameTaken");
    });

    test("of many who want the last places at once, as many get in as there are places", async () => {
      const free = ["0002", "5000", "9998"];
      await occupy(
        "Last",
        all.filter((value) => !free.includes(value)),
      );
      const people = await Promise.all(Array.from({ length: 6 }, () => newAccount(server)));
      const answers = await Promise.all(
        people.map(({ token }) => server.client.post("/onboard/complete", { username: "last" }, { token })),
      );
      expect(answers.map(outcome).sort()).toEqual([
        ...Array(3).fill("200"),
        ...Array(3).fill("409 UsernameTaken"),
      ]);
      expect(answers.flatMap(({ body }) => body.discriminator ?? []).sort()).toEqual(free);
    });
  });

  describe(`short usernames on ${engine}`, () => {
    test("are filled up to the least length that is configured, in bytes", async () => {
      await using server = await openServer(engine, { config: { users: { min_username_length: 6 } } });
      for (const [chosen, kept] of [
        ["abc", "abc___"],
        ["sixsix", "sixsix"],
        ["longer-one", "longer-one"],
        ["々〆", "々〆"],
      ] as const) {
        const { token } = await newAccount(server);
        const { body } = await server.client.post("/onboard/complete", { username: chosen }, { token });
        expect([chosen, body.username]).toEqual([chosen, kept]);
      }
    });
  });
}
