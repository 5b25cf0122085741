import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { setRelation } from "../../../src/domains/users/store/relations.ts";
import type { Relation } from "../../../src/visibility/view-change.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { outcome } from "../../support/http/expect-failure.ts";
import { amount } from "../../support/run/thorough.ts";
import { engines } from "../../support/server/engines.ts";
import { openServer, type TestServer, usualConnections } from "../../support/server/server.ts";
import { readRelations } from "../../support/users/relations-of.ts";
import {
  changeRelationship,
  pairs,
  swap,
  transitions,
  type Verb,
  verbs,
} from "../../support/users/relationship-transitions.ts";

setDefaultTimeout(60_000);

/** Races of each kind on each engine; there are 112 kinds. */
const races = amount(1, 5);
const senderCount = amount(20, 150);
/** The number of pairs that race at once: on PostgreSQL their transactions also conflict with each other. */
const concurrentPairs = 8;

type UserPair = readonly [Person, Person];

interface RaceResult {
  readonly pair: string;
  readonly first: string;
  readonly second: string;
}

/** The expected result of a step: the pair afterwards, and the outcome of the call. */
function step(pair: string, verb: Verb): readonly [pair: string, response: string] {
  const cell = transitions[pair]?.[verb] ?? "";
  return cell.includes("/") ? [cell, "200"] : [pair, cell];
}

/** The two possible results of a race, one for each serial order of the steps. */
function possibleResults(pair: string, [ours, theirs]: readonly [Verb, Verb]): RaceResult[] {
  const [afterOurs, first] = step(pair, ours);
  const [afterBoth, second] = step(swap(afterOurs), theirs);
  const [afterTheirs, secondFirst] = step(swap(pair), theirs);
  const [afterBothReversed, firstSecond] = step(swap(afterTheirs), ours);
  return [
    { pair: swap(afterBoth), first, second },
    { pair: afterBothReversed, first: firstSecond, second: secondFirst },
  ];
}

interface Race {
  readonly pair: string;
  readonly moves: readonly [Verb, Verb];
}

const kinds: readonly Race[] = pairs.flatMap((pair) =>
  verbs.flatMap((ours) => verbs.map((theirs) => ({ pair, moves: [ours, theirs] as const }))),
);

/** Brings two users into this pair of relations, from any other pair. */
async function setPair({ running }: TestServer, pair: string, [first, second]: UserPair): Promise<void> {
  const [own, other] = pair.split("/") as [Relation, Relation];
  await running.store.write(async (tx) => {
    await setRelation(tx, { user_id: first.id, other_id: second.id, status: own });
    await setRelation(tx, { user_id: second.id, other_id: first.id, status: other });
  });
}

async function run(server: TestServer, users: UserPair, { pair, moves }: Race): Promise<void> {
  await setPair(server, pair, users);
  const [first, second] = await Promise.all([
    changeRelationship(server, moves[0], users),
    changeRelationship(server, moves[1], [users[1], users[0]]),
  ]);
  const result = {
    pair: await readRelations(server, users),
    first: outcome(first),
    second: outcome(second),
  };
  expect(possibleResults(pair, moves), `${pair}: ${moves.join(" against ")}`).toContainEqual(result);
}

describe.each([...engines])("races between two users on %s", (engine) => {
  test("end like a serial order of the steps, for every pair and all actions", async () => {
    await using server = await openServer(engine, { config: usualConnections });
    const program = Array.from({ length: races }, () => kinds).flat();
    expect(kinds.length).toBe(112);
    const racePair = async (_: unknown, index: number) => {
      const users = [await newUser(server), await newUser(server)] as const;
      for (let at = index; at < program.length; at += concurrentPairs) {
        const next = program[at];
        if (next) await run(server, users, next);
      }
    };
    await Promise.all(Array.from({ length: concurrentPairs }, racePair));
  });

  test("many concurrent friend requests to one user all succeed", async () => {
    await using server = await openServer(engine, { config: usualConnections });
    const recipient = await newUser(server);
    const senders = await Promise.all(Array.from({ length: senderCount }, () => newUser(server)));
    const responses = await Promise.all(
      senders.map((sender) => changeRelationship(server, "add", [sender, recipient])),
    );
    expect(new Set(responses.map(outcome))).toEqual(new Set(["200"]));
    const { body } = await server.client.get("/users/@me", { token: recipient.token });
    const incoming = senders.map(({ id }) => ({ _id: id, status: "Incoming" }));
    expect(body.relations).toHaveLength(incoming.length);
    expect(body.relations).toEqual(expect.arrayContaining(incoming));
    const stored = await Promise.all(senders.map((sender) => readRelations(server, [sender, recipient])));
    expect(new Set(stored)).toEqual(new Set(["Outgoing/Incoming"]));
  });
});
