import type { TextChannel, User, UserVoiceState } from "../../protocol/types.ts";
import { click } from "./actions.ts";
import { Room } from "./fake-livekit.ts";
import { find } from "./find.ts";
import type { Network } from "./network.ts";
import { openPage } from "./open-page.ts";
import { newId, newMember, newScene, type Scene, setCalls } from "./scene.ts";

/** The voice state of somebody, as the server tells it. */
export const participant = ({ _id: id }: User): UserVoiceState => ({
  id,
  joined_at: "2026-01-01T00:00:00.000Z",
  is_receiving: true,
  is_publishing: true,
  screensharing: false,
  camera: false,
});

/** Ann's server with the voice channels Lounge, at which she looks, and Stage. */
export async function openLounge(prepare?: (scene: Scene) => void) {
  Room.opened.splice(0);
  const base = newScene();
  const { scene, server } = base;
  setCalls(scene, true);
  const voiceChannel = (name: string): TextChannel => ({ ...base.channel, _id: newId(), name, voice: {} });
  const [lounge, stage] = [voiceChannel("Lounge"), voiceChannel("Stage")];
  scene.channels = [base.channel, lounge, stage];
  const own = { ...server, owner: scene.me._id, channels: scene.channels.map(({ _id }) => _id) };
  scene.servers = [own];
  prepare?.(scene);
  Room.self = scene.me._id;
  const network = await openPage(`/server/${server._id}/channel/${lounge._id}`, scene, (answers) => {
    answers.on("get /servers/{target}/members/{member}", ({ path: [, id = ""] }) => {
      const user = [scene.me, ...scene.users].find(({ _id }) => _id === id) ?? base.bob;
      return newMember(own, user);
    });
    answers.on("post /channels/{target}/join_call", () => ({ url: "ws://voice", token: newId() }));
  });
  return { ...base, server: own, lounge, stage, network };
}

/** The same, in the call of Lounge. */
export async function openCall(prepare?: (scene: Scene) => void) {
  const base = await openLounge(prepare);
  const { network, lounge, scene } = base;
  click(await find("button", "Join the call"));
  await find("list", "1 person in the call");
  network.tell({ type: "VoiceChannelJoin", id: lounge._id, state: participant(scene.me) });
  return { ...base, room: Room.last };
}

/** How often the page has asked for a token. */
export const joinsOf = (network: Network) => network.sent("post /channels/{target}/join_call").length;
