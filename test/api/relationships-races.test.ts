import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { setRelation } from "../../src/domains/users/store/relations.ts";
import type { Relation } from "../../src/protocol/view-change.ts";
import { engines } from "../support/engines.ts";
import { outcome } from "../support/expect-failure.ts";
import { newUser, type Person } from "../support/people.ts";
import { readRelations } from "../support/relations-of.ts";
import {
  changeRelationship,
  pairs,
  swap,
  transitions,
  type Verb,
  verbs,
} from "../support/relationship-transitions.ts";
import { openServer, type TestServer } from "../support/server.ts";

setDefaultTimeout(60_000);

/** Races of each kind; there are 112 kinds. */
const races = 5;
/** The number of pairs that race at once: on PostgreSQL their transactions also conflict with each other. */
const couples = 8;

type Two = readonly [Person, Person];

interface Ending {
  readonly pair: string;
  readonly first: string;
  readonly second: string;
}

/** The expected result of a step: the pair afterwards, and the outcome of the call. */
function step(pair: string, verb: Verb): readonly [pair: string, answer: string] {
  const cell = transitions[pair]?.[verb] ?? "";
  return cell.includes("/") ? [cell, "200"] : [pair, cell];
}

/** The two possible results of a race, one for each serial order of the steps. */
function endings(pair: string, [ours, theirs]: readonly [Verb, Verb]): Ending[] {
  const [afterOurs, first] = step(pair, ours);
  const [ended, second] = step(swap(afterOurs), theirs);
  const [afterTheirs, secondFirst] = step(swap(pair), theirs);
  const [endedToo, firstSecond] = step(swap(afterTheirs), ours);
  return [
    { pair: swap(ended), first, second },
    { pair: endedToo, first: firstSecond, second: secondFirst },
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
async function place({ running }: TestServer, pair: string, [first, second]: Two): Promise<void> {
  const [own, other] = pair.split("/") as [Relation, Relation];
  await running.store.write(async (tx) => {
    await setRelation(tx, { user_id: first.id, other_id: second.id, status: own });
    await setRelation(tx, { user_id: second.id, other_id: first.id, status: other });
  });
}

async function run(server: TestServer, two: Two, { pair, moves }: Race): Promise<void> {
  await place(server, pair, two);
  const [first, second] = await Promise.all([
    changeRelationship(server, moves[0], two),
    changeRelationship(server, moves[1], [two[1], two[0]]),
  ]);
  const ending = {
    pair: await readRelations(server, two),
    first: outcome(first),
    second: outcome(second),
  };
  expect(endings(pair, moves), `${pair}: ${moves.join(" against ")}`).toContainEqual(ending);
}

describe.each([...engines])("races between two users on %s", (engine) => {
  test("end like a serial order of the steps, for every pair and all actions", async () => {
    await using server = await openServer(engine);
    const program = Array.from({ length: races }, () => kinds).flat();
    expect(program.length).toBeGreaterThanOrEqual(500);
    const couple = async (_: unknown, index: number) => {
      const two = [await newUser(server), await newUser(server)] as const;
      for (let at = index; at < program.length; at += couples) {
        const next = program[at];
        if (next) await run(server, two, next);
      }
    };
    await Promise.all(Array.from({ length: couples }, couple));
  });

  test("many concurrent friend requests to one user all succeed", async () => {
    await using server = await openServer(engine);
    const asked = await newUser(server);
    const askers = await Promise.all(Array.from({ length: 150 }, () => newUser(server)));
    const answers = await Promise.all(
      askers.map((asker) => changeRelationship(server, "add", [asker, asked])),
    );
    expect(new Set(answers.map(outcome))).toEqual(new Set(["200"]));
    const { body } = await server.client.get("/users/@me", { token: asked.token });
    const incoming = askers.map(({ id }) => ({ _id: id, status: "Incoming" }));
    expect(body.relations).toHaveLength(incoming.length);
    expect(body.relations).toEqual(expect.arrayContaining(incoming));
    const stored = await Promise.all(askers.map((asker) => readRelations(server, [asker, asked])));
    expect(new Set(stored)).toEqual(new Set(["Outgoing/Incoming"]));
  });
});
