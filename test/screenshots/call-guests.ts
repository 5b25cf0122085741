import { dispose } from "@livekit/rtc-node";
import sharp from "sharp";
import { bitsetOf } from "../../src/permissions/bits.ts";
import { newUser, type Person } from "../support/accounts/people.ts";
import { uploadFile } from "../support/http/multipart.ts";
import { sendMessage } from "../support/messages/sending.ts";
import type { TestServer } from "../support/server/server.ts";
import { joinCommunity } from "../support/servers/communities.ts";
import { until } from "../support/until.ts";
import { VoiceClient } from "../support/voice/voice-client.ts";
import { drawHills } from "./draw.ts";
import { connect } from "./people.ts";

/** What somebody in a call does. */
export interface Guest {
  readonly speaks?: boolean;
  readonly camera?: boolean;
  readonly screen?: boolean;
  readonly raisesHand?: boolean;
}

const names = [
  ..."Ada Bo Chidi Dana Emre Fatou Gus Hana Ivo Jun Kaya Leo Mina Nils Ola Pia Quinn Rosa Sol".split(" "),
  ..."Tariq Una Viktor Wren Xenia Yara Zeno Amir Bela Cleo Dov Elif Finn Gita Hugo Iris Juno Kofi".split(" "),
];
const cameraSize = { width: 320, height: 180 };
/** New users may not share larger ones. */
const screenSize = { width: 960, height: 540 };

/** A server for calls, apart from the one of the other screenshots. */
export class CallPlace implements AsyncDisposable {
  readonly #server: TestServer;
  readonly #connections = new AsyncDisposableStack();
  readonly #calls = new Map<string, Promise<string>>();
  #members = 0;

  readonly id: string;
  readonly lobby: string;
  readonly owner: Person;
  readonly member: Person;

  private constructor(server: TestServer, place: Pick<CallPlace, "id" | "lobby" | "owner" | "member">) {
    this.#server = server;
    this.id = place.id;
    this.lobby = place.lobby;
    this.owner = place.owner;
    this.member = place.member;
  }

  static async open(server: TestServer): Promise<CallPlace> {
    const [owner, member] = [await newUser(server, "mara"), await newUser(server, "noa")];
    await server.client.patch("/users/@me", { display_name: "Mara Lund" }, owner);
    await server.client.patch("/users/@me", { display_name: "Noa Berg" }, member);
    const { body } = await server.client.post("/servers/create", { name: "Evening radio" }, owner);
    const [id, lobby]: [string, string] = [body.server._id, body.channels[0]._id];
    await joinCommunity(server, { id }, member);
    await sendMessage(server, { by: owner, channel: lobby }, "The call is at eight, as on every evening.");
    return new CallPlace(server, { id, lobby, owner, member });
  }

  /** The path of a voice channel with these people in its call, who join when the first screenshot needs them. */
  async callOf(name: string, guests: readonly Guest[], isStage = false): Promise<string> {
    const opened = this.#calls.get(name) ?? this.#openCall(name, guests, isStage);
    this.#calls.set(name, opened);
    return `/server/${this.id}/channel/${await opened}`;
  }

  async #openCall(name: string, guests: readonly Guest[], isStage: boolean): Promise<string> {
    const { client } = this.#server;
    const draft = { name, type: "Voice" };
    const channel: string = (await client.post(`/servers/${this.id}/channels`, draft, this.owner)).body._id;
    const permissions = { allow: 0, deny: bitsetOf("Speak", "Video") };
    if (isStage) await client.put(`/channels/${channel}/permissions/default`, { permissions }, this.owner);
    for (const [index, guest] of guests.entries()) await this.#enter(channel, index, guest);
    return channel;
  }

  async #enter(channel: string, index: number, guest: Guest): Promise<void> {
    const server = this.#server;
    const by = await this.#newMember();
    // The library would decode all cameras for each of them.
    const client = await VoiceClient.join(server, { by, channel }, { receives: false });
    this.#connections.defer(() => client.leave());
    if (guest.speaks) await client.playTone();
    for (const [kind, size] of [
      ["camera", cameraSize],
      ["screen", screenSize],
    ] as const)
      if (guest[kind]) await client.show(kind, { ...size, image: await pixelsOf(index, size) });
    // The server learns from LiveKit who is in the call.
    const raise = () => server.client.put(`/channels/${channel}/raised_hand`, {}, by);
    if (guest.raisesHand) await until(async () => (await raise()).status < 300);
  }

  async #newMember(): Promise<Person> {
    const server = this.#server;
    const index = this.#members++;
    const person = await newUser(server, `guest${index}`);
    const content = await drawHills(index, 256, 256);
    const avatar = await uploadFile(server, person, { tag: "avatars", filename: "avatar.png", content });
    await server.client.patch("/users/@me", { display_name: names[index], avatar }, person);
    await joinCommunity(server, { id: this.id }, person);
    this.#connections.adopt(await connect(server, person), (socket) => socket.close());
    return person;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#connections.disposeAsync();
    // The client library would keep the process alive.
    await dispose();
  }
}

async function pixelsOf(number: number, { width, height }: typeof cameraSize): Promise<Uint8Array> {
  const image = sharp(await drawHills(number, width, height));
  return new Uint8Array(await image.ensureAlpha().raw().toBuffer());
}
