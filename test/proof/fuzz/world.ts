import { logIn, newTicket, newUser, type Person, password } from "../../support/accounts/people.ts";
import { totpCode } from "../../support/accounts/second-factor.ts";
import { makeImage } from "../../support/files/make-images.ts";
import { form } from "../../support/http/multipart.ts";
import { runErmine } from "../../support/processes/program.ts";
import type { ServerProcess } from "../../support/processes/server-process.ts";
import type { TestHome } from "../../support/server/engines.ts";
import type { Random } from "../random.ts";
import { KnownIds } from "./known-ids.ts";

/** Who sends a request. */
export interface Caller {
  readonly kind: "nobody" | "user" | "bot" | "operator";
  readonly token: string;
  /** Absent for bots and nobody. */
  readonly person?: Person;
}

const [minUsers, minServers, maxBots] = [16, 12, 6];
const tags = ["attachments", "avatars", "backgrounds", "icons", "banners", "emojis"];
/** Sessions of operators are confirmed for 15 minutes. */
const confirmedMs = 12 * 60_000;

/** The people, bots and servers that requests come from and go to, kept alive while requests delete them. */
export class World {
  readonly ids = new KnownIds();
  readonly passwords = [password, password, "another password 2"];
  readonly nobody: Caller = { kind: "nobody", token: "" };
  /** How often a session had ended and was replaced. */
  replaced = 0;
  readonly #server: ServerProcess;
  readonly #home: TestHome;
  readonly #random: Random;
  #users: Caller[] = [];
  #bots: Caller[] = [];
  #operator: Caller | undefined;
  #operatorSince = 0;
  #tickets: string[] = [];
  #image: Buffer | undefined;
  #emails = 0;

  constructor(server: ServerProcess, home: TestHome, random: Random) {
    this.#server = server;
    this.#home = home;
    this.#random = random;
  }

  #newEmail(): string {
    return `fuzz${++this.#emails}@example.org`;
  }

  /** Mostly one that nobody has yet. */
  pickEmail(): string {
    const known = this.#random.chance(0.4) ? this.#random.pick(this.#users).person?.email : undefined;
    return known ?? this.#newEmail();
  }

  /** Makes a ticket of the caller the next one to be taken. */
  async addTicket({ person }: Caller): Promise<void> {
    if (person) this.#tickets.push(await newTicket(this.#server, person));
  }

  takeTicket(): string {
    return this.#tickets.pop() ?? "A".repeat(64);
  }

  /** Mostly a user; seldom nobody. */
  pickCaller(): Caller {
    const random = this.#random;
    const share = random.next();
    if (share < 0.04) return this.nobody;
    if (share < 0.14 && this.#operator) return this.#operator;
    if (share < 0.24 && this.#bots.length > 0) return random.pick(this.#bots);
    return random.pick(this.#users);
  }

  userWith(id: string | undefined): Caller | undefined {
    return this.#users.find(({ person }) => person?.id === id);
  }

  get operator(): Caller {
    return this.#operator ?? this.nobody;
  }

  /** A caller whose session the server no longer accepts gets another one. */
  async replace(caller: Caller): Promise<void> {
    this.replaced++;
    if (caller.kind === "bot") this.#bots = this.#bots.filter((bot) => bot !== caller);
    if (caller.kind === "operator") this.#operator = undefined;
    if (caller.kind !== "user" || !caller.person || !this.#users.includes(caller)) return;
    this.#users = this.#users.filter((user) => user !== caller);
    // The account may have been deleted or disabled, or have another address or password by now.
    const again = await logIn(this.#server, caller.person.email).catch(() => undefined);
    if (again) this.#addUser(again);
  }

  addBot(reply: unknown): void {
    const { token, _id } = Object(reply) as Record<string, unknown>;
    if (typeof token !== "string" || typeof _id !== "string") return;
    this.ids.add("bot", _id);
    this.#bots.push({ kind: "bot", token });
    if (this.#bots.length > maxBots) this.#bots.shift();
  }

  /** Brings back what requests have deleted. */
  async tend(): Promise<void> {
    while (this.#users.length < minUsers) this.#addUser(await newUser(this.#server, "somebody"));
    if (!this.#operator || Date.now() - this.#operatorSince > confirmedMs) await this.#appoint();
    const random = this.#random;
    for (let missing = minServers - (await this.#countServers()); missing > 0; missing--) await this.#found();
    for (const user of random.shuffle(this.#users).slice(0, 4)) {
      await this.addTicket(user);
      await this.#upload(user, random.pick(tags));
    }
  }

  #addUser(person: Person): void {
    this.#users.push({ kind: "user", token: person.token, person });
    this.ids.add("user", person.id);
    this.ids.add("session", person.sessionId);
  }

  async #appoint(): Promise<void> {
    const server = this.#server;
    const person = await newUser(server, "operator");
    await runErmine(this.#home, ["users", "promote", person.id]);
    const { token } = person;
    const { body } = await server.client.post(
      "/auth/mfa/totp",
      {},
      { token, ticket: await newTicket(server, person) },
    );
    await server.client.put("/auth/mfa/totp", { totp_code: totpCode(body.secret, Date.now()) }, { token });
    // The code of each step works once; that of the next one is accepted already.
    const code = totpCode(body.secret, Date.now() + 30_000);
    const ticket = await server.client.put("/auth/mfa/ticket", { totp_code: code }, { token });
    const { status } = await server.client.post("/admin/confirm", {}, { token, ticket: ticket.body.token });
    if (status >= 300) throw new Error(`the operator was not confirmed: ${status}`);
    this.#operator = { kind: "operator", token, person };
    this.#operatorSince = Date.now();
  }

  /** How many of the known servers still exist. */
  async #countServers(): Promise<number> {
    const counted = new Set<string>();
    for (const { token } of this.#users.slice(0, 6)) {
      const { status, body } = await this.#server.client.get("/users/dms", { token });
      if (status === 200) this.ids.learn(body);
    }
    for (let tries = 0; tries < 2 * minServers; tries++) {
      const server = this.ids.pick("server", this.#random)?.id;
      if (server === undefined || counted.has(server)) continue;
      const { status, body } = await this.#server.client.get(`/servers/${server}?include_channels=true`, {
        token: this.operator.token,
      });
      if (status !== 200) this.ids.forget("server", server);
      else {
        counted.add(server);
        this.ids.learn(body);
      }
    }
    return counted.size;
  }

  /** Creates a server with channels, a role, members and messages. */
  async #found(): Promise<void> {
    const { client } = this.#server;
    const [owner = this.nobody, ...others] = this.#random.shuffle(this.#users);
    const created = await client.post("/servers/create", { name: "Fuzz" }, owner);
    if (created.status !== 200) return;
    this.ids.learn(created.body);
    const { server, channels } = created.body;
    for (const type of ["Text", "Voice"])
      this.ids.learn(
        (await client.post(`/servers/${server._id}/channels`, { name: "more", type }, owner)).body,
      );
    const role = await client.post(`/servers/${server._id}/roles`, { name: "role" }, owner);
    this.ids.add("role", role.body?.id, server._id);
    const invite = await client.post(`/channels/${channels[0]._id}/invites`, {}, owner);
    this.ids.add("invite", invite.body?._id);
    for (const user of others.slice(0, 8)) await client.post(`/invites/${invite.body?._id}`, {}, user);
    const webhook = await client.post(`/channels/${channels[0]._id}/webhooks`, { name: "hook" }, owner);
    this.ids.learn(webhook.body);
    await this.#befriend(owner, others[0] ?? this.nobody);
    for (const user of [owner, ...others.slice(0, 3)])
      this.ids.learn(
        (await client.post(`/channels/${channels[0]._id}/messages`, { content: "hello" }, user)).body,
      );
  }

  /** Two friends, and a group of one of them. */
  async #befriend(one: Caller, other: Caller): Promise<void> {
    const { client } = this.#server;
    await client.put(`/users/${other.person?.id}/friend`, {}, one);
    await client.put(`/users/${one.person?.id}/friend`, {}, other);
    this.ids.learn((await client.post("/channels/create", { name: "group" }, one)).body);
  }

  async #upload({ token }: Caller, tag: string): Promise<void> {
    this.#image ??= await makeImage("png");
    const response = await fetch(`${this.#server.url}/autumn/${tag}`, {
      method: "POST",
      headers: {
        "content-type": "multipart/form-data; boundary=----form-boundary",
        "x-session-token": token,
      },
      body: form({ content: new Uint8Array(this.#image), filename: "image.png", type: "image/png" }),
    });
    const { id } = (await response.json()) as { id?: string };
    this.ids.add("file", id);
    if (tag === "emojis" && id !== undefined) this.ids.add("emoji", id);
  }
}
