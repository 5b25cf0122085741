import type { ServerWebSocket } from "bun";

export interface DiscordMessage {
  readonly id: string;
  readonly channel_id: string;
  readonly type: number;
  content: string;
  edited_timestamp: string | null;
  readonly author: Readonly<Record<string, unknown>>;
  readonly webhook_id?: string;
  readonly attachments: readonly { filename: string; url: string; size: number }[];
  readonly [key: string]: unknown;
}

interface Packet {
  readonly op: number;
  readonly t?: string;
  readonly s?: number;
  readonly d: unknown;
}

interface Execution {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly files: readonly Blob[];
}

const guild = "1000000000000000001";
const webhook = { id: "1200000000000000001", token: "webhook-secret" };

/** Plays one channel of Discord as its documentation describes it: gateway, messages, a webhook, files. */
export class PlayedDiscord implements Disposable {
  readonly channel = "1100000000000000001";
  readonly token = "discord-secret";
  readonly messages: DiscordMessage[] = [];
  /** What the webhook was asked to send, by id of the message. */
  readonly executions = new Map<string, Execution>();
  /** The responses to the next calls of the webhook, in the place of what they ask for. */
  readonly refusals: Response[] = [];
  readonly identified: ("identify" | "resume")[] = [];
  readonly #files = new Map<string, string>();
  readonly #sockets = new Set<ServerWebSocket>();
  readonly #sent: Packet[] = [];
  readonly #server: Bun.Server<undefined>;
  #lastId = 0n;

  constructor() {
    this.#server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: (request, server) => (server.upgrade(request) ? undefined : this.#answer(request)),
      websocket: {
        open: (socket) => {
          this.#sockets.add(socket);
          socket.send(JSON.stringify({ op: 10, d: { heartbeat_interval: 41_250 } }));
        },
        message: (socket, text) => this.#receive(socket, JSON.parse(String(text))),
        close: (socket) => void this.#sockets.delete(socket),
      },
    });
  }

  get api(): string {
    return `http://127.0.0.1:${this.#server.port}/api/v10`;
  }

  get webhookUrl(): string {
    return `http://127.0.0.1:${this.#server.port}/api/webhooks/${webhook.id}/${webhook.token}`;
  }

  /** Somebody writes. */
  post(content: string, given: Partial<DiscordMessage> & { file?: string } = {}): DiscordMessage {
    const { file, ...more } = given;
    const author = {
      id: "80351110224678912",
      username: "nelly",
      global_name: "Nelly",
      avatar: "8342729096ea",
    };
    const id = this.#nextId();
    if (file !== undefined) this.#files.set(id, file);
    const url = `http://127.0.0.1:${this.#server.port}/files/${id}`;
    const attachments = file === undefined ? [] : [{ filename: "a.txt", url, size: file.length }];
    return this.#add({ ...this.#newMessage(id, content), author, attachments, ...more });
  }

  edit(message: DiscordMessage, content: string): void {
    message.content = content;
    message.edited_timestamp = new Date().toISOString();
    this.#dispatch("MESSAGE_UPDATE", message);
  }

  remove(id: string): void {
    const index = this.messages.findIndex((message) => message.id === id);
    if (index < 0) return;
    this.messages.splice(index, 1);
    this.#dispatch("MESSAGE_DELETE", { id, channel_id: this.channel, guild_id: guild });
  }

  /** The network fails: clients do not learn why. */
  cutOff(): void {
    for (const socket of this.#sockets) socket.terminate();
  }

  [Symbol.dispose](): void {
    this.#server.stop(true);
  }

  #nextId(): string {
    const now = BigInt(Date.now() - Date.UTC(2015)) << 22n;
    this.#lastId = now > this.#lastId ? now : this.#lastId + 1n;
    return String(this.#lastId);
  }

  #newMessage(id: string, content: string) {
    return {
      id,
      channel_id: this.channel,
      type: 0,
      content,
      edited_timestamp: null,
      embeds: [],
      mentions: [],
      attachments: [],
    };
  }

  #add(message: DiscordMessage): DiscordMessage {
    this.messages.push(message);
    this.#dispatch("MESSAGE_CREATE", message);
    return message;
  }

  #dispatch(t: string, d: unknown): void {
    // As it is now: a message that is edited later was sent with its first text.
    const packet = { op: 0, t, s: this.#sent.length + 1, d: structuredClone(d) };
    this.#sent.push(packet);
    for (const socket of this.#sockets) socket.send(JSON.stringify(packet));
  }

  #receive(socket: ServerWebSocket, { op, d }: { op: number; d: { token: string; seq: number } }): void {
    const send = (packet: Packet) => socket.send(JSON.stringify(packet));
    if (op === 1) send({ op: 11, d: null });
    if (op !== 2 && op !== 6) return;
    if (d.token !== this.token) {
      socket.close(4004, "Authentication failed.");
      return;
    }
    this.identified.push(op === 2 ? "identify" : "resume");
    if (op === 6) {
      for (const packet of this.#sent) if ((packet.s ?? 0) > d.seq) send(packet);
      send({ op: 0, t: "RESUMED", d: {} });
      return;
    }
    const resume_gateway_url = `ws://127.0.0.1:${this.#server.port}`;
    const s = this.#sent.length;
    send({ op: 0, t: "READY", s, d: { session_id: "a-session", resume_gateway_url, user: { id: "1" } } });
    const channels = [{ id: this.channel, name: "general" }];
    const roles = [{ id: "1400000000000000001", name: "Otters" }];
    send({ op: 0, t: "GUILD_CREATE", s, d: { id: guild, channels, roles } });
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const [, kind = "", ...rest] = pathname.replace("/v10", "").replace("/api", "").split("/");
    if (kind === "files") return new Response(this.#files.get(rest[0] ?? ""));
    if (kind === "webhooks") return this.#executeWebhook(request, rest);
    if (request.headers.get("authorization") !== `Bot ${this.token}`)
      return Response.json({ message: "401: Unauthorized", code: 0 }, { status: 401 });
    if (kind === "gateway") return Response.json({ url: `ws://127.0.0.1:${this.#server.port}` });
    const [, , id] = rest;
    const found = this.messages.find((message) => message.id === id);
    if (id === undefined) {
      const after = BigInt(searchParams.get("after") ?? 0);
      const newer = this.messages.filter((message) => BigInt(message.id) > after);
      const limit = Number(searchParams.get("limit"));
      const page = searchParams.has("after") ? newer.slice(0, limit) : newer.slice(-limit);
      return Response.json(page.toReversed());
    }
    if (!found) return Response.json({ message: "Unknown Message", code: 10008 }, { status: 404 });
    if (request.method !== "DELETE") return Response.json(found);
    this.remove(id);
    return new Response(null, { status: 204 });
  }

  async #executeWebhook(request: Request, [id, token, , messageId]: string[]): Promise<Response> {
    const refusal = this.refusals.shift();
    if (refusal) return refusal;
    if (id !== webhook.id || token !== webhook.token)
      return Response.json({ message: "Unknown Webhook", code: 10015 }, { status: 404 });
    const found = this.messages.find((message) => message.id === messageId);
    if (request.method === "DELETE") {
      this.remove(messageId ?? "");
      return new Response(null, { status: 204 });
    }
    const form = await request.formData();
    const payload = JSON.parse(String(form.get("payload_json")));
    if (found) {
      found.content = payload.content;
      this.#dispatch("MESSAGE_UPDATE", { ...found, edited_timestamp: new Date().toISOString() });
      return Response.json(found);
    }
    const files = [...form.values()].filter((value) => typeof value !== "string");
    const made = { ...this.#newMessage(this.#nextId(), payload.content), webhook_id: webhook.id };
    this.executions.set(made.id, { payload, files });
    this.#add({ ...made, author: { id: webhook.id, username: payload.username } });
    return Response.json(made);
  }
}
