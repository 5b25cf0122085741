import { beforeAll, expect, test } from "bun:test";
import { updateUser } from "../../../src/domains/users/store/users.ts";
import { newAccount, newUser, type Person } from "../../support/accounts/people.ts";
import { dumpTables } from "../../support/database/dump-tables.ts";
import type { Client } from "../../support/http/client.ts";
import { outcome } from "../../support/http/expect-failure.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { recordEvents } from "../../support/stream/record-events.ts";
import { readRelations } from "../../support/users/relations-of.ts";
import { changeRelationship, setRelationship, verbs } from "../../support/users/relationship-transitions.ts";

interface Named extends Person {
  readonly username: string;
  readonly discriminator: string;
}

describeServer("targets of relationship calls", anyEngine, (server) => {
  let client: Client;
  beforeAll(async () => {
    client = server.client;
  });

  async function newNamed(username: string): Promise<Named> {
    const person = await newUser(server, username);
    const { body } = await client.get("/users/@me", { token: person.token });
    return { ...person, username: body.username, discriminator: body.discriminator };
  }

  const requestByName = ({ token }: Person, username: unknown) =>
    client.post("/users/friend", { username }, { token });

  test("names are found in any case", async () => {
    const [ann, bob, cid] = [await newNamed("Ann"), await newNamed("BobTheSecond"), await newNamed("Cid")];
    const upper = await requestByName(ann, `BOBTHESECOND#${bob.discriminator}`);
    expect(upper.status).toBe(200);
    expect(upper.body).toMatchObject({ _id: bob.id, username: "BobTheSecond", relationship: "Outgoing" });
    expect((await requestByName(cid, `bobthesecond#${bob.discriminator}`)).body.relationship).toBe(
      "Outgoing",
    );
    // A request can be accepted by name too.
    expect((await requestByName(bob, `ann#${ann.discriminator}`)).body.relationship).toBe("Friend");
    expect(await readRelations(server, [ann, bob])).toBe("Friend/Friend");
    expect(outcome(await requestByName(bob, `ann#${ann.discriminator}`))).toBe("409 AlreadyFriends");
    expect(outcome(await changeRelationship(server, "add", [cid, bob]))).toBe("409 AlreadySentRequest");
  });

  test("unknown names are rejected", async () => {
    const [ann, bob] = [await newNamed("Dora"), await newNamed("Emil")];
    const before = await dumpTables(server);
    const wrong = bob.discriminator === "4321" ? "4320" : "4321";
    const outcomes = {
      "": "400 InvalidProperty",
      Emil: "400 InvalidProperty",
      [bob.id]: "400 InvalidProperty",
      [`@Emil${bob.discriminator}`]: "400 InvalidProperty",
      "#": "404 NotFound",
      "Emil#": "404 NotFound",
      [`#${bob.discriminator}`]: "404 NotFound",
      [`Emil#${wrong}`]: "404 NotFound",
      [`Emil##${bob.discriminator}`]: "404 NotFound",
      [`Emil#${bob.discriminator}#`]: "404 NotFound",
      [`Emil#${bob.discriminator} `]: "404 NotFound",
      [` Emil#${bob.discriminator}`]: "404 NotFound",
      [`Em%l#${bob.discriminator}`]: "404 NotFound",
      "Emil#' or 1=1 --": "404 NotFound",
      [`${"x".repeat(1_000)}#0002`]: "404 NotFound",
      [`${"x".repeat(50_000)}#0002`]: "400 FailedValidation",
      [`\u202eEmil#${bob.discriminator}`]: "404 NotFound",
      "a\0#0002": "400 FailedValidation",
    };
    const responses: Record<string, string> = {};
    for (const name of Object.keys(outcomes)) responses[name] = outcome(await requestByName(ann, name));
    expect(responses).toEqual(outcomes);
    for (const invalid of [null, 5, ["Emil#0002"], { name: "Emil" }, true])
      expect(outcome(await requestByName(ann, invalid))).toBe("400 FailedValidation");
    expect(await dumpTables(server)).toEqual(before);
  });

  test("unknown ids are not found", async () => {
    const [ann, onlyAccount] = [await newNamed("Fritz"), await newAccount(server)];
    await using all = await recordEvents(server, "all");
    const otherIds = ["01ARZ3NDEKTSV4RRFFQ69G5FAV", onlyAccount.id, ann.username, ann.id.toLowerCase(), "me"];
    const names = [
      ...otherIds,
      `${ann.username}#${ann.discriminator}`,
      "x".repeat(1_000),
      "' or 1=1 --",
      "..",
      "%",
    ];
    for (const id of names.map(encodeURIComponent)) {
      for (const verb of verbs) {
        const response = await changeRelationship(server, verb, [ann, { ...ann, id }]);
        // `..` changes the path, which then matches no route.
        expect(outcome(response), `${verb} ${id}`).toBe("404 NotFound");
      }
    }
    for (const id of ["%00", "%zz", "%ED%A0%80"]) {
      for (const verb of verbs)
        expect(outcome(await changeRelationship(server, verb, [ann, { ...ann, id }]))).toBe(
          "400 FailedValidation",
        );
    }
    expect(all.received).toEqual([]);
  });

  test("the caller is no valid target, by id or by name", async () => {
    const ann = await newNamed("Gerda");
    for (const id of ["@me", ann.id]) {
      for (const verb of verbs)
        expect(outcome(await changeRelationship(server, verb, [ann, { ...ann, id }]))).toBe("400 NoEffect");
    }
    expect(outcome(await requestByName(ann, `gerda#${ann.discriminator}`))).toBe("400 NoEffect");
    expect(await readRelations(server, [ann, ann])).toBe("None/None");
  });

  test.each([2, 4, 8])("users with flag %d get no friend requests, and can be removed", async (flags) => {
    const people = async (pair: string) => {
      const two = [await newNamed("Hans"), await newNamed("Inge")] as const;
      await setRelationship(server, pair, two);
      await server.running.store.write((tx) => updateUser(tx, two[1].id, { flags }));
      return two;
    };
    const strangers = await people("None/None");
    expect(outcome(await changeRelationship(server, "add", strangers))).toBe("404 NotFound");
    const [ann, bob] = strangers;
    expect(outcome(await requestByName(ann, `${bob.username}#${bob.discriminator}`))).toBe("404 NotFound");
    expect(outcome(await changeRelationship(server, "remove", strangers))).toBe("400 NoEffect");
    expect(outcome(await changeRelationship(server, "add", await people("Incoming/Outgoing")))).toBe(
      "404 NotFound",
    );
    const friends = await people("Friend/Friend");
    expect(outcome(await changeRelationship(server, "remove", friends))).toBe("200");
    const blocked = await people("Blocked/BlockedOther");
    expect(outcome(await changeRelationship(server, "unblock", blocked))).toBe("200");
    for (const two of [strangers, friends, blocked])
      expect(await readRelations(server, two)).toBe("None/None");
  });

  test("suspended users get friend requests", async () => {
    const two = [await newNamed("Jan"), await newNamed("Kim")] as const;
    await server.running.store.write((tx) => updateUser(tx, two[1].id, { flags: 1 }));
    expect((await changeRelationship(server, "add", two)).body).toMatchObject({
      relationship: "Outgoing",
      flags: 1,
    });
  });
});
