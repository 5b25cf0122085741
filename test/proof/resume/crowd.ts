import type { WalkActions } from "../../convergence/walk-action.ts";
import { finalWeight, privilegeActions, userActions } from "../../convergence/walk-people.ts";
import { serverActions } from "../../convergence/walk-servers.ts";
import { settleNodes } from "../../support/cluster/settle-nodes.ts";
import { createClient } from "../../support/http/client.ts";
import type { TestServer } from "../../support/server/server.ts";
import { until } from "../../support/until.ts";
import type { Random } from "../random.ts";
import type { CrowdClient } from "./crowd-client.ts";
import { createPlace } from "./crowd-place.ts";
import { CrowdUser } from "./crowd-user.ts";
import { messageActions } from "./message-actions.ts";
import { MissedKinds } from "./missed-kinds.ts";

const actions: WalkActions = { ...privilegeActions, ...userActions, ...serverActions, ...messageActions };
const names = Object.entries(actions).flatMap(([name, [weight]]) => {
  // Servers are where most changes of what somebody can see come from.
  return Array<string>(weight * (name in serverActions ? 20 : 10)).fill(name);
});

const users = 10;
const clientsOfUser = 4;
const places = 3;
/** So many are never deleted. */
const fewestUsers = 6;
const batches = 12;
const stepsTogether = 8;
const cutsOfBatch = 5;
/** For how many further batches a client stays away. */
const longestGap = 8;
const longestDelayMs = 8;

export class CutCounts {
  resumed = 0;
  startedAnew = 0;
  /** Those that came back to another node, all of which start anew. */
  elsewhere = 0;
  comparisons = 0;
  repeatedComparisons = 0;
  readonly missed = new MissedKinds();
}

interface Step {
  readonly who: CrowdUser;
  readonly action: string;
  readonly whom: CrowdUser;
  readonly chance: number;
}

/** Users with several clients each, who act at the same time while their clients lose and resume connections. */
export class Crowd implements AsyncDisposable {
  readonly #server: TestServer;
  /** The same, without a pause after each call until all nodes know of it. */
  readonly #hasty: TestServer;
  readonly #nodes: readonly { readonly url: string }[];
  readonly #random: Random;
  readonly #counts: CutCounts;
  readonly #people: readonly CrowdUser[];
  /** Those that are cut off, with the batch in which they return. */
  readonly #away = new Map<CrowdClient, { readonly user: CrowdUser; readonly until: number }>();
  #taken: string[] = [];

  private constructor(
    server: TestServer,
    people: readonly CrowdUser[],
    { random, counts }: { random: Random; counts: CutCounts },
  ) {
    this.#server = server;
    this.#hasty = { ...server, client: createClient(`${server.url}/api`, { settles: false }) };
    this.#nodes = server.nodes.map(({ port }) => ({ url: `http://127.0.0.1:${port}` }));
    this.#random = random;
    this.#counts = counts;
    this.#people = people;
  }

  static async gather(server: TestServer, options: { random: Random; counts: CutCounts }): Promise<Crowd> {
    const creating = Array.from({ length: users }, (_, index) => CrowdUser.create(server, `person${index}`));
    const crowd = new Crowd(server, await Promise.all(creating), options);
    for (const [index, founder] of crowd.#people.slice(0, places).entries())
      await createPlace(server, founder, crowd.#people.slice(0, -index || undefined));
    for (const person of crowd.#people)
      await person.comeOnline(Array.from({ length: clientsOfUser }, () => options.random.pick(crowd.#nodes)));
    await crowd.#compare();
    return crowd;
  }

  get #present(): CrowdUser[] {
    return this.#people.filter(({ isLeaving }) => !isLeaving);
  }

  /** Takes steps and cuts clients off, and compares all clients when they have returned. */
  async round(): Promise<void> {
    this.#taken = [];
    try {
      for (let batch = 0; batch < batches; batch++) await this.#batch(batch);
      await Promise.all([...this.#away].map(([client, { user }]) => this.#resume(client, user)));
      await this.#compare();
    } catch (error) {
      throw new Error(`after\n${this.#taken.join("\n")}\n${error instanceof Error ? error.stack : error}`);
    }
  }

  /** All of it happens at the same time. */
  async #batch(batch: number): Promise<void> {
    const steps = this.#chooseSteps();
    const returning = [...this.#away].filter(([, { until: end, user }]) => end <= batch && !user.isLeaving);
    const losing = this.#chooseClients();
    this.#taken.push(
      steps
        .map(({ who, action, whom, chance }) => `${who.name} ${action} ${whom.name} (${chance})`)
        .join(", "),
    );
    await Promise.all([
      ...steps.map((step) => this.#take(step)),
      ...returning.map(([client, { user }]) => this.#later(() => this.#resume(client, user))),
      ...losing.map(([client, user]) => this.#later(() => this.#cut(client, user, batch))),
    ]);
  }

  /** Steps of different users. */
  #chooseSteps(): Step[] {
    const random = this.#random;
    const steps = random.shuffle(this.#present).slice(0, stepsTogether);
    return steps.map((who) => {
      const whom = random.pick(this.#people);
      const action = random.pick(names);
      const step = { who, action, whom, chance: random.between(0, 99) / 100 };
      const [weight] = actions[step.action] ?? [];
      if (weight !== finalWeight) return step;
      if (this.#present.length <= fewestUsers) return { ...step, action: "says" };
      who.isLeaving = true;
      return step;
    });
  }

  /** The clients that are cut off next. Every second user has one that never is, and all clients of another may be. */
  #chooseClients(): (readonly [CrowdClient, CrowdUser])[] {
    const random = this.#random;
    const all = this.#people.flatMap((user, index) =>
      user.isLeaving ? [] : user.clients.slice(index % 2).map((client) => [client, user] as const),
    );
    const connected = all.filter(([client]) => !this.#away.has(client));
    const chosen = random.shuffle(connected).slice(0, cutsOfBatch);
    const [, user] = chosen[0] ?? [];
    const isAll = random.chance(0.15);
    return connected.filter((pair) => chosen.includes(pair) || (isAll && pair[1] === user));
  }

  async #take({ who, action, whom, chance }: Step): Promise<void> {
    const [, act] = actions[action] ?? [];
    await act?.({ server: this.#hasty, people: this.#people, who, whom, chance });
    for (const [client, { user }] of this.#away) if (user.clients.length === 0) this.#away.delete(client);
  }

  async #cut(client: CrowdClient, user: CrowdUser, batch: number): Promise<void> {
    const gap = this.#random.between(0, longestGap);
    await client.cut(this.#random);
    this.#away.set(client, { user, until: batch + gap });
    if (gap === 0) await this.#later(() => this.#resume(client, user));
  }

  async #resume(client: CrowdClient, user: CrowdUser): Promise<void> {
    this.#away.delete(client);
    const node = this.#random.chance(0.7) ? client.node : this.#random.pick(this.#nodes);
    const { missed, isElsewhere } = await client.resume(node);
    this.#counts[missed ? "resumed" : "startedAnew"] += 1;
    if (isElsewhere) this.#counts.elsewhere += 1;
    if (isElsewhere && missed) throw new Error("a client resumed on a node that it was not connected to");
    if (missed) this.#counts.missed.add(missed, user.id);
  }

  /** After a moment, so that it meets the steps anywhere. */
  async #later(act: () => Promise<void>): Promise<void> {
    await Bun.sleep(this.#random.between(0, longestDelayMs));
    await act();
  }

  async #compare(): Promise<void> {
    const people = this.#present;
    const nodes = this.#server.nodes.map(({ services }) => services.presence);
    await until(() => nodes.every((presence) => people.every(({ id }) => presence.isConnected(id))));
    const compareAll = async () => {
      await settleNodes(this.#server.url);
      for (const person of people) await person.compare(this.#random.pick(this.#nodes));
    };
    await compareAll().catch(async (first) => {
      // An event without a position, such as one of presence, may have been under way.
      await Bun.sleep(500);
      await compareAll().catch(() => {
        throw first;
      });
      this.#counts.repeatedComparisons += 1;
    });
    for (const person of people) person.endComparison();
    this.#counts.comparisons += people.length * clientsOfUser;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const person of this.#people) await person.close();
  }
}
