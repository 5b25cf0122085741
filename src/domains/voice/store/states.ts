import type { Kysely } from "kysely";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import type { ChannelVoiceState } from "../../channels/index.ts";
import type { GrantColumns } from "../rules/grants.ts";
import { voiceStateView } from "../rules/voice-state.ts";
import type { VoiceStateRow, VoiceTables, VoiceTrackRow } from "../tables.ts";

export interface StateWithTracks {
  readonly state: VoiceStateRow;
  readonly tracks: readonly VoiceTrackRow[];
}

export async function findState(
  db: Reader,
  channelId: string,
  userId: string,
): Promise<StateWithTracks | undefined> {
  const sql = db.sql<VoiceTables>();
  const state = await sql
    .selectFrom("voice_states")
    .selectAll()
    .where("channel_id", "=", channelId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (!state) return undefined;
  const tracks = await sql
    .selectFrom("voice_tracks")
    .selectAll()
    .where("channel_id", "=", channelId)
    .where("user_id", "=", userId)
    .execute();
  return { state, tracks };
}

/** Whether anybody is in the call of a channel. */
export async function hasStates(db: Reader, channelId: string): Promise<boolean> {
  const found = await db
    .sql<VoiceTables>()
    .selectFrom("voice_states")
    .select("user_id")
    .where("channel_id", "=", channelId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

const anyState = prepare((db: Kysely<VoiceTables>) =>
  db.selectFrom("voice_states").select("user_id").limit(1),
);

interface Places {
  readonly channels: readonly string[];
  /** All channels of these servers. */
  readonly servers: readonly string[];
}

/** The participants of these channels, in the order in which they joined. */
export function listStates(db: Reader, channels: readonly string[]): Promise<StateWithTracks[]> {
  return listStatesIn(db, { channels, servers: [] });
}

export async function listStatesIn(db: Reader, { channels, servers }: Places): Promise<StateWithTracks[]> {
  if (channels.length + servers.length === 0 || !(await db.one(anyState))) return [];
  const sql = db.sql<VoiceTables>();
  const states = await sql
    .selectFrom("voice_states")
    .selectAll()
    .where((where) =>
      where.or([
        ...(channels.length > 0 ? [where("channel_id", "in", channels)] : []),
        ...(servers.length > 0 ? [where("server_id", "in", servers)] : []),
      ]),
    )
    .orderBy("joined_at")
    .orderBy("user_id")
    .execute();
  if (states.length === 0) return [];
  const called = [...new Set(states.map(({ channel_id }) => channel_id))];
  const tracks = await sql.selectFrom("voice_tracks").selectAll().where("channel_id", "in", called).execute();
  const byUser = Map.groupBy(tracks, ({ channel_id, user_id }) => `${channel_id}/${user_id}`);
  return states.map((state) => ({
    state,
    tracks: byUser.get(`${state.channel_id}/${state.user_id}`) ?? [],
  }));
}

/** Calls as clients see them. */
export function callViews(states: readonly StateWithTracks[]): ChannelVoiceState[] {
  const byChannel = Map.groupBy(states, ({ state }) => state.channel_id);
  return [...byChannel].map(([id, participants]) => ({
    id,
    participants: participants.map(({ state, tracks }) => voiceStateView(state, tracks)),
  }));
}

/** The calls in a server, as clients see them. */
export async function listCallsIn(db: Reader, serverId: string): Promise<ChannelVoiceState[]> {
  return callViews(await listStatesIn(db, { servers: [serverId], channels: [] }));
}

/** The calls that a user is in. */
export function listStatesOf(db: Reader, userId: string): Promise<VoiceStateRow[]> {
  return db.sql<VoiceTables>().selectFrom("voice_states").selectAll().where("user_id", "=", userId).execute();
}

interface CallFilter {
  readonly channels: readonly string[];
  readonly servers: readonly string[];
  readonly users: readonly string[];
}

/** The channels with participants that a change of these channels, servers or users concerns. */
export async function listConcernedCalls(
  db: Reader,
  { channels, servers, users }: CallFilter,
): Promise<string[]> {
  const rows = await db
    .sql<VoiceTables>()
    .selectFrom("voice_states")
    .select("channel_id")
    .distinct()
    .where((where) =>
      where.or([
        ...(channels.length > 0 ? [where("channel_id", "in", channels)] : []),
        ...(servers.length > 0 ? [where("server_id", "in", servers)] : []),
        ...(users.length > 0 ? [where("user_id", "in", users)] : []),
      ]),
    )
    .execute();
  return rows.map(({ channel_id }) => channel_id);
}

export async function insertState(tx: Tx, state: VoiceStateRow): Promise<void> {
  await tx.sql<VoiceTables>().insertInto("voice_states").values(state).execute();
}

type StateKey = Pick<VoiceStateRow, "channel_id" | "user_id">;

/** Gives a participant who connected again another stay, without the tracks of the one before. */
export async function replaceStay(
  tx: Tx,
  { channel_id, user_id, ...changes }: StateKey & Partial<VoiceStateRow>,
): Promise<void> {
  const sql = tx.sql<VoiceTables>();
  await sql
    .updateTable("voice_states")
    .set(changes)
    .where("channel_id", "=", channel_id)
    .where("user_id", "=", user_id)
    .execute();
  await sql
    .deleteFrom("voice_tracks")
    .where("channel_id", "=", channel_id)
    .where("user_id", "=", user_id)
    .execute();
}

export async function setStateGrants(
  tx: Tx,
  { channel_id, user_id, sid }: StateKey & Pick<VoiceStateRow, "sid">,
  grants: GrantColumns,
): Promise<void> {
  await tx
    .sql<VoiceTables>()
    .updateTable("voice_states")
    .set(grants)
    .where("channel_id", "=", channel_id)
    .where("user_id", "=", user_id)
    .where("sid", "=", sid)
    .execute();
}

export async function setHandRaised(
  tx: Tx,
  { channel_id, user_id }: StateKey,
  raised_hand_at: number | null,
): Promise<void> {
  await tx
    .sql<VoiceTables>()
    .updateTable("voice_states")
    .set({ raised_hand_at })
    .where("channel_id", "=", channel_id)
    .where("user_id", "=", user_id)
    .execute();
}

export async function deleteState(tx: Tx, { channel_id, user_id }: StateKey): Promise<void> {
  await tx
    .sql<VoiceTables>()
    .deleteFrom("voice_states")
    .where("channel_id", "=", channel_id)
    .where("user_id", "=", user_id)
    .execute();
}

export async function putTrack(tx: Tx, track: VoiceTrackRow): Promise<void> {
  const { source, muted } = track;
  await tx
    .sql<VoiceTables>()
    .insertInto("voice_tracks")
    .values(track)
    .onConflict((conflict) =>
      conflict.columns(["channel_id", "user_id", "sid"]).doUpdateSet({ source, muted }),
    )
    .execute();
}

export async function deleteTrack(
  tx: Tx,
  { channel_id, user_id, sid }: Omit<VoiceTrackRow, "source" | "muted">,
): Promise<void> {
  await tx
    .sql<VoiceTables>()
    .deleteFrom("voice_tracks")
    .where("channel_id", "=", channel_id)
    .where("user_id", "=", user_id)
    .where("sid", "=", sid)
    .execute();
}
