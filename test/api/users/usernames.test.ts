import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { newAccount } from "../../support/accounts/people.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";
import { occupyDiscriminators } from "../../support/users/occupy-discriminators.ts";

/** Discriminators that are never assigned; all others from 0002 to 9998 are. */
const reserved = ["0123", "1234", "1111", "2222", "3333", "4444", "5555", "6666", "7777", "8888", "1488"];
const allDiscriminators = Array.from({ length: 9997 }, (_, index) =>
  String(index + 2).padStart(4, "0"),
).filter((value) => !reserved.includes(value));

/** The requested name and the stored name. */
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

for (const engine of anyEngine) {
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

    test("are stored with look-alike characters replaced", async () => {
      for (const [chosen, stored] of cleaned) {
        const { status, body } = await choose(chosen);
        expect({ chosen, status, username: body.username }).toEqual({
          chosen,
          status: 200,
          username: stored,
        });
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

    test("a name that exceeds the maximum length after replacement is refused", async () => {
      expectFailure(await choose("ﬃ".repeat(20)), 400, "InvalidUsername");
    });

    test("many users share one name with different discriminators", async () => {
      const responses = await Promise.all(Array.from({ length: 20 }, () => choose("Popular")));
      expect(responses.map(outcome)).toEqual(Array(20).fill("200"));
      const discriminators = responses.map(({ body }) => body.discriminator);
      expect(new Set(discriminators).size).toBe(20);
      for (const discriminator of discriminators) expect(allDiscriminators).toContain(discriminator);
    });

    test("a discriminator is unused among all users of that name, in any case", async () => {
      const free = "4711";
      await occupy(
        "Crowded",
        allDiscriminators.filter((value) => value !== free),
      );
      const { body } = await choose("cRoWdEd");
      expect(body).toMatchObject({ username: "cRoWdEd", discriminator: free });
      expectFailure(await choose("CROWDED"), 409, "UsernameTaken");
      expectFailure(await choose("Ｃrowded"), 409, "UsernameTaken");
      // Another name has its own discriminators.
      expect((await choose("Crowded_")).status).toBe(200);
    });

    test("reserved discriminators are never assigned", async () => {
      expect(allDiscriminators).toHaveLength(9986);
      await occupy("Reserved", allDiscriminators);
      expectFailure(await choose("Reserved"), 409, "UsernameTaken");
    });

    test("concurrent registrations get only the free discriminators", async () => {
      const free = ["0002", "5000", "9998"];
      await occupy(
        "Last",
        allDiscriminators.filter((value) => !free.includes(value)),
      );
      const people = await Promise.all(Array.from({ length: 6 }, () => newAccount(server)));
      const responses = await Promise.all(
        people.map(({ token }) => server.client.post("/onboard/complete", { username: "last" }, { token })),
      );
      expect(responses.map(outcome).sort()).toEqual([
        ...Array(3).fill("200"),
        ...Array(3).fill("409 UsernameTaken"),
      ]);
      expect(responses.flatMap(({ body }) => body.discriminator ?? []).sort()).toEqual(free);
    });
  });

  describe(`short usernames on ${engine}`, () => {
    test("are padded to the configured minimum length, in bytes", async () => {
      await using server = await openServer(engine, { config: { users: { min_username_length: 6 } } });
      for (const [chosen, stored] of [
        ["abc", "abc___"],
        ["sixsix", "sixsix"],
        ["longer-one", "longer-one"],
        ["々〆", "々〆"],
      ] as const) {
        const { token } = await newAccount(server);
        const { body } = await server.client.post("/onboard/complete", { username: chosen }, { token });
        expect([chosen, body.username]).toEqual([chosen, stored]);
      }
    });
  });
}
