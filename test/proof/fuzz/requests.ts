import type { Random } from "../random.ts";
import type { Kind } from "./known-ids.ts";
import type { Operation } from "./operations.ts";
import { hostileText, type Values } from "./values.ts";
import type { Caller, World } from "./world.ts";

export interface FuzzRequest {
  readonly operation: Operation;
  readonly caller: Caller;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** What a parameter means, by the segment of the path before it. */
const kindsBySegment: Readonly<Record<string, Kind>> = {
  users: "user",
  channels: "channel",
  servers: "server",
  server: "server",
  bots: "bot",
  invites: "invite",
  webhooks: "webhook",
  emoji: "emoji",
  bans: "user",
  members: "user",
  recipients: "user",
  end_ring: "user",
  raised_hand: "user",
  roles: "role",
  permissions: "role",
  messages: "message",
  ack: "message",
  reactions: "emoji",
  session: "session",
  sessions: "session",
  reports: "report",
  jobs: "job",
};

/** Short enough that Bun's HTTP server does not refuse the URL before the server sees it. */
const encode = (text: string) => encodeURIComponent(text.toWellFormed()).slice(0, 3_000).replace(/%.?$/, "");

/** Makes requests for the operations of the description. */
export class Requests {
  readonly #random: Random;
  readonly #world: World;
  readonly #values: Values;

  constructor(random: Random, world: World, values: Values) {
    this.#random = random;
    this.#world = world;
    this.#values = values;
  }

  async make(operation: Operation): Promise<FuzzRequest> {
    const random = this.#random;
    // Most requests are valid as far as their schema tells; few are wrong in many places at once.
    const hostility = random.pick([0, 0, 0, 0.02, 0.1, 0.4]);
    const path = this.#path(operation, hostility);
    const caller = this.#caller(operation, path);
    if (operation.needsTicket && random.chance(0.7)) await this.#world.addTicket(caller);
    return {
      operation,
      caller,
      path,
      headers: this.#headers(operation, caller),
      body: operation.method === "GET" ? undefined : this.#body(operation, hostility),
    };
  }

  /** Often somebody who may do it. */
  #caller({ path: pattern }: Operation, path: string): Caller {
    if (!this.#random.chance(0.6)) return this.#world.pickCaller();
    if (pattern.startsWith("/admin/")) return this.#world.operator;
    const ids = path.split(/[/?]/).filter((segment) => this.#world.ids.ownerOf(segment) !== undefined);
    const owner = ids.length > 0 ? this.#world.ids.ownerOf(this.#random.pick(ids)) : undefined;
    return this.#world.userWith(owner) ?? this.#world.pickCaller();
  }

  /** The same request from somebody else. */
  from(caller: Caller, { operation, path, body }: FuzzRequest): FuzzRequest {
    return { operation, caller, path, body, headers: this.#headers(operation, caller) };
  }

  #path({ path, parameters }: Operation, hostility: number): string {
    const segments = path.split("/");
    let owner: string | undefined;
    const filled = segments.map((segment, index) => {
      if (!segment.startsWith("{")) return segment;
      if (this.#random.chance(hostility)) return encode(hostileText(this.#random)) || "x";
      const isGroup = path.includes("/recipients/") && index === 2;
      const kind = isGroup
        ? "group"
        : segment === "{msg}"
          ? "message"
          : kindsBySegment[segments[index - 1] ?? ""];
      // The secret of a webhook comes after its id.
      if (kind === undefined)
        return encode(segment === "{token}" && owner !== undefined ? owner : this.#world.takeTicket());
      const known = this.#world.ids.pick(kind, this.#random, owner);
      owner = kind === "webhook" ? known?.belongsTo : known?.id;
      return kind === "emoji" && this.#random.chance(0.7)
        ? encode("👍")
        : (known?.id ?? "01ARZ3NDEKTSV4RRFFQ69G5FAV");
    });
    const pairs = parameters
      .filter((parameter) => parameter.in === "query" && (parameter.required || this.#random.chance(0.3)))
      .map(({ name, schema }) => {
        const value = this.#values.make(schema, name, hostility);
        return `${encode(name)}=${encode(typeof value === "string" ? value : (JSON.stringify(value) ?? ""))}`;
      });
    return pairs.length > 0 ? `${filled.join("/")}?${pairs.join("&")}` : filled.join("/");
  }

  #headers({ needsTicket, parameters }: Operation, { kind, token }: Caller): Record<string, string> {
    const headers: Record<string, string> = {};
    if (kind === "bot") headers["x-bot-token"] = token;
    else if (kind !== "nobody") headers["x-session-token"] = token;
    for (const { name } of parameters.filter((parameter) => parameter.in === "header")) {
      if (name === "x-audit-log-reason" && this.#random.chance(0.3)) headers[name] = "because";
      if (name === "idempotency-key" && this.#random.chance(0.3))
        headers[name] = String(this.#random.between(0, 1_000));
      if (name === "x-github-event") headers[name] = this.#random.pick(["push", "issues", "star"]);
      if (name === "x-mfa-ticket" && this.#random.chance(0.3)) headers[name] = this.#world.takeTicket();
    }
    if (needsTicket) headers["x-mfa-ticket"] = this.#world.takeTicket();
    return headers;
  }

  #body({ body, takesBytes }: Operation, hostility: number): string {
    if (this.#random.chance(hostility / 4))
      return this.#random.pick(["", "{", "[", '{"a":', "nul", "[1,]", "\0"]);
    if (takesBytes)
      return JSON.stringify({ action: "opened", sender: { login: "a" }, repository: { full_name: "a/b" } });
    return body ? JSON.stringify(this.#values.make(body, "", hostility)) : "{}";
  }
}
