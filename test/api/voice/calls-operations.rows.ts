import { done, type Operation, relate } from "../../convergence/operation.ts";
import {
  editMember,
  hiding,
  inPlace,
  invite,
  override,
  type ServerAction,
  showing,
} from "../../convergence/place.ts";
import type { Name, World } from "../../convergence/world.ts";
import { recordEvents } from "../../support/stream/record-events.ts";
import { openReadyStream } from "../../support/stream/stream.ts";
import { until } from "../../support/until.ts";
import { VoiceClient } from "../../support/voice/voice-client.ts";

type Channel = "general" | "hidden";

const clients = new WeakMap<World, Map<Name, VoiceClient>>();

/** Returns after the event of the action has been published. */
async function during({ server }: World, event: string, action: () => Promise<unknown>): Promise<void> {
  await using recorder = await recordEvents(server, "all");
  await action();
  await until(() => recorder.received.some(({ name }) => name === event));
}

function keep(world: World, name: Name, client: VoiceClient): void {
  const kept = clients.get(world) ?? new Map<Name, VoiceClient>();
  clients.set(world, kept.set(name, client));
  world.cleanup.use(client);
}

const enter = (world: World, name: Name, channel: string) =>
  during(world, "VoiceChannelJoin", async () =>
    keep(world, name, await VoiceClient.join(world.server, { by: world[name], channel })),
  );

const enableVoice: ServerAction = async ({ server, ann }, { general, hidden }) => {
  for (const channel of [general, hidden])
    await done(server.client.patch(`/channels/${channel}`, { voice: {} }, ann));
};

const join =
  (name: Name, channel: Channel): ServerAction =>
  (world, place) =>
    enter(world, name, place[channel]);

/** Starts the call of a channel with these users. */
const call =
  (channel: Channel, ...names: Name[]): ServerAction =>
  async (world, place) => {
    await enableVoice(world, place);
    for (const name of names) await enter(world, name, place[channel]);
  };

const leave =
  (name: Name): ServerAction =>
  (world) =>
    during(world, "VoiceChannelLeave", async () => clients.get(world)?.get(name)?.leave());

/** Moves Cleo, whose client follows. */
const move =
  (to: Channel): ServerAction =>
  (world, place) =>
    during(world, "VoiceChannelMove", async () => {
      const { stream } = await openReadyStream(world.server, world.cleo);
      await editMember("cleo", { voice_channel: place[to] })(world, place);
      const { token } = await stream.next("UserMoveVoiceChannel");
      await stream[Symbol.asyncDispose]();
      const [node] = world.server.running.services.voice?.all ?? [];
      keep(world, "cleo", await VoiceClient.connect(node?.publicUrl ?? "", token));
    });

const removing =
  (action: ServerAction): ServerAction =>
  (world, place) =>
    during(world, "VoiceChannelLeave", () => action(world, place));

const publishes: ServerAction = (world) =>
  during(world, "UserVoiceStateUpdate", async () => clients.get(world)?.get("cleo")?.playTone());

const editProfile: ServerAction = ({ server, cleo }) =>
  done(server.client.patch("/users/@me", { display_name: "Another", status: { text: "Busy" } }, cleo));

const inServers = inPlace(
  {
    "a member joins a call": [enableVoice, join("cleo", "general")],
    "a member joins the call of another": [call("general", "cleo"), join("ben", "general")],
    "a participant leaves": [call("general", "ben", "cleo"), leave("ben")],
    "the last participant leaves": [call("general", "cleo"), leave("cleo")],
    "a participant turns the microphone on": [call("general", "cleo"), publishes],
    "a participant is moved to a call that some cannot view": [call("general", "cleo"), move("hidden")],
    "a participant is moved from a call that some cannot view": [call("hidden", "cleo"), move("general")],
    "a channel with a call comes into view": [
      call("hidden", "cleo"),
      (world, place) => override(place.hidden, "default", showing)(world, place),
    ],
    "a participant loses the view of the call": [
      call("hidden", "cleo"),
      removing((world, place) => override(place.hidden, place.guests, hiding)(world, place)),
    ],
    "a user joins a server with a call": [
      call("general", "cleo"),
      (world, { general }) => invite(world, general, world.dan),
    ],
    "a participant is kicked": [
      call("general", "cleo"),
      removing(({ server, ann, cleo }, { id }) =>
        done(server.client.delete(`/servers/${id}/members/${cleo.id}`, {}, ann)),
      ),
    ],
    "a participant edits their profile": [call("general", "cleo"), editProfile],
    "a participant gets a nickname": [call("general", "cleo"), editMember("cleo", { nickname: "Nick" })],
    "a participant loses the connection": [call("general", "cleo"), ({ cleo }) => cleo.goOffline()],
  },
  editProfile,
);

const groupCall: Operation = {
  name: "a user is added to a group with a call",
  async given(world) {
    const { server, ann, ben, cleo } = world;
    for (const friend of [ben, cleo]) await relate(world, "Friend/Friend", [ann, friend]);
    const { body } = await done(server.client.post("/channels/create", { name: "Us", users: [ben.id] }, ann));
    await enter(world, "ben", body._id);
  },
  async run({ server, ann, cleo }) {
    const [group] = (await openGroups(server, ann)).slice(-1);
    await done(server.client.put(`/channels/${group}/recipients/${cleo.id}`, {}, ann));
  },
};

async function openGroups(server: World["server"], person: { token: string }): Promise<string[]> {
  const { body } = await done(server.client.get("/users/dms", person));
  const channels: { _id: string; channel_type: string }[] = body;
  return channels.filter(({ channel_type }) => channel_type === "Group").map(({ _id }) => _id);
}

/** These need a server with a voice node. */
export const callOperations: readonly Operation[] = [...inServers, groupCall];
