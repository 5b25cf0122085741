import type { Person } from "../../support/accounts/people.ts";
import type { Random } from "../random.ts";
import { hiding, type ProofCommunity, type ProofServer, showing } from "./community.ts";
import type { Outcome, Write } from "./history.ts";

export interface WriterDependencies {
  readonly community: ProofCommunity;
  readonly random: Random;
  /** The addresses of the nodes that a call may go to. */
  readonly urls: () => readonly string[];
  readonly writes: Write[];
  /** Between two calls of one writer. */
  readonly pauseMs: number;
}

type Method = "POST" | "PUT" | "PATCH" | "DELETE";

interface Call {
  readonly method: Method;
  readonly path: string;
  readonly body?: object;
  readonly by: Person;
  readonly evidence?: string;
  // biome-ignore lint/suspicious/noExplicitAny: responses of every shape
  readonly onDone?: (body: any) => void;
}

const maxExtraChannels = 4;
const firstChannels = 4;
const [burstShare, burstSize] = [0.1, 6];
/** Less than the server itself waits for the database: a call may have its effect after its caller gave up. */
const timeoutMs = 3_000;

/** Makes random calls to random nodes, one after another, until it is stopped. */
export class Writer {
  readonly #dependencies: WriterDependencies;
  readonly #name: string;
  readonly #running: Promise<void>;
  #isStopped = false;
  #calls = 0;

  constructor(name: string, dependencies: WriterDependencies) {
    this.#name = name;
    this.#dependencies = dependencies;
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    const { random, pauseMs } = this.#dependencies;
    while (!this.#isStopped) {
      const urls = this.#dependencies.urls();
      const calls = random.chance(burstShare) ? this.#chooseBurst() : [this.#choose()];
      const url = urls.length > 0 && random.pick(urls);
      if (url) await Promise.all(calls.map((call) => call && this.#make(call, url)));
      await Bun.sleep(random.between(0, 2 * pauseMs));
    }
  }

  async #make({ method, path, body = {}, by, evidence, onDone }: Call, url: string): Promise<void> {
    const { outcome, response } = await request(`${url}/api${path}`, {
      method,
      headers: { "x-session-token": by.token },
      body: JSON.stringify(body),
    });
    if (evidence) this.#dependencies.writes.push({ evidence, outcome });
    if (outcome === "acknowledged") onDone?.(response);
  }

  #choose(): Call | undefined {
    const { random, community } = this.#dependencies;
    const server = random.pick(community.servers);
    const person = random.pick(community.people);
    const role = server.roles.length > 0 ? random.pick(server.roles) : undefined;
    const unique = this.#newName();
    const chance = random.next();
    const permissions = random.pick([showing, hiding, { allow: 0, deny: 0 }]);
    const ofServer = `/servers/${server.id}`;
    const ofChannel = `/channels/${random.pick(server.channels)}`;
    const by = server.owner;
    if (chance < 0.6) return this.#send(server, person, unique);
    if (chance < 0.72) {
      const roles = server.roles.filter(() => random.chance(0.4));
      const body = { roles, nickname: unique };
      return {
        method: "PATCH",
        path: `${ofServer}/members/${person.id}`,
        body,
        by,
        evidence: `nickname ${unique}`,
      };
    }
    if (chance < 0.77 && role)
      return { method: "PUT", path: `${ofChannel}/permissions/${role}`, body: { permissions }, by };
    if (chance < 0.8)
      return { method: "PUT", path: `${ofChannel}/permissions/default`, body: { permissions }, by };
    if (chance < 0.82 && role)
      return { method: "PUT", path: `${ofServer}/permissions/${role}`, body: { permissions }, by };
    if (chance < 0.85) return changeChannels(server, random, unique);
    if (chance < 0.87) return changeRoles(server, random, unique);
    if (chance < 0.9)
      return {
        method: "DELETE",
        path: `${ofServer}/members/${person.id}`,
        by,
        evidence: `leave ${server.id} ${person.id}`,
      };
    if (chance < 0.92)
      return { method: "DELETE", path: ofServer, by: person, evidence: `leave ${server.id} ${person.id}` };
    return {
      method: "POST",
      path: `/invites/${server.invite}`,
      by: person,
      evidence: `join ${server.id} ${person.id}`,
    };
  }

  /** Messages that one node gets at once may share a transaction. */
  #chooseBurst(): Call[] {
    const { random, community } = this.#dependencies;
    return Array.from({ length: burstSize }, () =>
      this.#send(random.pick(community.servers), random.pick(community.people), this.#newName()),
    );
  }

  #newName(): string {
    return `${this.#name}-${this.#calls++}`;
  }

  #send(server: ProofServer, person: Person, nonce: string): Call {
    const { random } = this.#dependencies;
    const path = `/channels/${random.pick(server.channels)}/messages`;
    const by = random.chance(0.5) ? server.owner : person;
    return { method: "POST", path, body: { content: nonce, nonce }, by, evidence: `message ${nonce}` };
  }
}

function changeChannels(server: ProofServer, random: Random, name: string): Call | undefined {
  const extra = server.channels.slice(firstChannels);
  const by = server.owner;
  if (extra.length < maxExtraChannels && random.chance(0.5))
    return {
      method: "POST",
      path: `/servers/${server.id}/channels`,
      body: { name },
      by,
      evidence: `channel ${name}`,
      onDone: ({ _id }) => server.channels.push(_id),
    };
  if (extra.length === 0) return undefined;
  const id = random.pick(extra);
  const forget = () => {
    server.channels = server.channels.filter((channel) => channel !== id);
  };
  return { method: "DELETE", path: `/channels/${id}`, by, evidence: `no channel ${id}`, onDone: forget };
}

function changeRoles(server: ProofServer, random: Random, name: string): Call | undefined {
  const by = server.owner;
  const path = `/servers/${server.id}/roles`;
  if (server.roles.length < 5 && random.chance(0.5)) {
    const onDone = ({ id }: { id: string }) => server.roles.push(id);
    return { method: "POST", path, body: { name }, by, evidence: `role ${name}`, onDone };
  }
  if (server.roles.length === 0) return undefined;
  const id = random.pick(server.roles);
  const forget = () => {
    server.roles = server.roles.filter((role) => role !== id);
  };
  return { method: "DELETE", path: `${path}/${id}`, by, evidence: `no role ${id}`, onDone: forget };
}

async function request(url: string, init: RequestInit): Promise<{ outcome: Outcome; response?: unknown }> {
  try {
    // A connection is not used twice: a call that is repeated on a new one could have its effect twice.
    const signal = AbortSignal.timeout(timeoutMs);
    const answered = await fetch(url, { ...init, signal, keepalive: false });
    const text = await answered.text();
    if (answered.status >= 500) return { outcome: "unknown" };
    if (answered.status >= 400) return { outcome: "refused" };
    return { outcome: "acknowledged", response: text === "" ? undefined : JSON.parse(text) };
  } catch {
    return { outcome: "unknown" };
  }
}
