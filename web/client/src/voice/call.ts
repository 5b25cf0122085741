import { notify } from "@ui/toasts.tsx";
import { createSignal, onCleanup } from "solid-js";
import type { CreateVoiceUserResponse, ServerEvents } from "../../../protocol/types.ts";
import { t } from "../i18n/i18n.ts";
import { chosenDevices, voiceInput } from "../preferences/preferences.ts";
import type { Connection } from "../session/connection.ts";
import { configuration } from "../session/server.ts";
import { describeJoinError } from "./call-errors.ts";
import { createCallMedia } from "./call-media.ts";
import { createCallState } from "./call-state.ts";
import { presentDevices } from "./devices.ts";
import { createHoldKey } from "./input/hold-key.ts";
import { nodeInTurn } from "./nearest-node.ts";
import { openInBrowser } from "./open-in-browser.ts";
import { ownVideoLimits } from "./own-limits.ts";
import { type Entry, repeatJoin } from "./rejoin.ts";
import type { CallRoom, EndReason } from "./room.ts";
import { type SoundSource, setVolumeOf, volumeOf } from "./volumes.ts";

/** The call that the user is in on this device, wherever they browse. */
export type Call = ReturnType<typeof createCall>;

/** How long after a removal the event of a moderator's move may arrive, in milliseconds. */
const moveDelay = 3_000;

/** Once in the frame; leaves the call with the owner of the caller. */
export function createCall({ client }: Connection) {
  const { state, setState, channelId, people, grants, ...current } = createCallState();
  const [isViewShown, setViewShown] = createSignal(false);
  let room: CallRoom | undefined;
  let removal: ReturnType<typeof setTimeout> | undefined;

  const limits = () => ownVideoLimits(client);
  const nodes = () => configuration()?.features.livekit?.nodes ?? [];

  /** Forgets the room. What it still reports does not matter any more. */
  async function closeRoom(): Promise<void> {
    const closing = room;
    room = undefined;
    clearTimeout(removal);
    await closing?.close();
  }

  function end(reason: EndReason): void {
    const channel = channelId();
    void closeRoom();
    current.reset();
    if (reason === "left") return;
    const action = channel && { label: t().voice.joinAgain, onClick: () => void join(channel) };
    notify(t().voice.ends[reason], { isError: true, ...(reason === "lost" && action ? { action } : {}) });
  }

  /** Opens the room of a call; the library is loaded before the key, which expires soon. */
  async function openRoom(id: string, getKey: () => Promise<CreateVoiceUserResponse>): Promise<Entry> {
    let mine: CallRoom | undefined;
    let isOpen = false;
    try {
      const library = await import("./room.ts");
      const present = await presentDevices();
      const { url, token } = await getKey();
      // The user has gone elsewhere in the meantime.
      if (channelId() !== id || room) return "elsewhere";
      mine = room = new library.CallRoom({
        devices: chosenDevices(),
        input: voiceInput(),
        gate: media.gate(),
        present,
        camera: limits().camera,
        volumeOf,
        onChange: (view) => room === mine && current.show(view),
        onEnd: (reason) => room === mine && isOpen && onEnd(reason),
      });
      await mine.connect(url, token);
      if (room !== mine) return "elsewhere";
      isOpen = true;
      setState("connected");
      return "there";
    } catch (thrown) {
      if (room !== mine || channelId() !== id) return "elsewhere";
      await closeRoom();
      return { thrown };
    }
  }

  /** Leads into the call of a channel. */
  async function enter(id: string, getKey: () => Promise<CreateVoiceUserResponse>): Promise<boolean> {
    await closeRoom();
    current.join(id);
    const entry = await openRoom(id, getKey);
    if (typeof entry === "string") return entry === "there";
    refuse(entry.thrown);
    return false;
  }

  function refuse(thrown: unknown): void {
    current.reset();
    notify(describeJoinError(thrown), { isError: true });
  }

  function onEnd(reason: EndReason): void {
    if (reason === "removed") {
      setState("reconnecting");
      removal = setTimeout(() => end(reason), moveDelay);
    } else if (reason === "lost") void rejoin();
    else end(reason);
  }

  /** Comes back into a call whose voice node, server or network was away, as the user was in it. */
  async function rejoin(): Promise<void> {
    const id = channelId();
    if (!id) return;
    const hadCamera = media.hasCamera();
    void closeRoom();
    current.lose();
    const isWanted = () => channelId() === id && state() === "reconnecting" && room === undefined;
    const entry = await repeatJoin(
      (attempt) => openRoom(id, () => ask(id, nodeInTurn(nodes(), attempt))),
      isWanted,
    );
    if (entry === "there" && hadCamera) await media.toggleCamera();
    else if (entry === "lost") end("lost");
    else if (typeof entry !== "string") refuse(entry.thrown);
  }

  // Joining a call leaves the current one, on any device.
  const ask = (id: string, node: string | undefined) =>
    client.api.post(`/channels/${id}/join_call`, { node, force_disconnect: true });

  async function join(id: string): Promise<void> {
    if (channelId() === id) return;
    if (openInBrowser(client.channels.get(id)?.path)) return;
    await enter(id, () => ask(id, nodeInTurn(nodes(), 0)));
  }

  /** A moderator has moved the user to the call of another channel. */
  async function follow({ to, token, node }: ServerEvents["UserMoveVoiceChannel"]): Promise<void> {
    const url = nodes().find(({ name }) => name === node)?.public_url;
    const isThere = await enter(to, async () => (url ? { url, token } : await ask(to, node)));
    if (isThere) notify(t().voice.moved(client.channels.get(to)?.name ?? ""));
  }

  onCleanup(
    client.on("UserMoveVoiceChannel", (move) => {
      if (move.from === channelId()) void follow(move);
    }),
  );

  const key = createHoldKey(() => state() !== "idle" && voiceInput().mode.startsWith("push-"));
  const media = createCallMedia({
    room: () => room,
    isConnected: () => state() === "connected",
    grants,
    screenBounds: () => limits().screen,
    self: () => people.find(({ isSelf }) => isSelf),
    isKeyHeld: key.isHeld,
  });
  onCleanup(() => void closeRoom());

  return {
    state,
    channelId,
    channel: () => client.channels.get(channelId() ?? ""),
    people,
    grants,
    ...media,
    key,
    /** Whether everybody in the call is on the screen, with its buttons. */
    isViewShown,
    setViewShown,
    mayShow: () => grants().video && limits().isAllowed,
    join,
    leave: () => end("left"),
    /** What the browser knows of the connection to somebody. */
    readStats: async (userId: string, shows: "person" | "screen") =>
      (await room?.readStats(userId, shows)) ?? [],
    setVolume(userId: string, volume: number, source?: SoundSource) {
      setVolumeOf(userId, volume, source);
      room?.applyVolume(userId);
    },
  };
}
