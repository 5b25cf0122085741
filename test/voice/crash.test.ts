import { expect, setDefaultTimeout, test } from "bun:test";
import { isThorough } from "../support/run/is-thorough.ts";
import { openReadyStream } from "../support/stream/stream.ts";
import { until } from "../support/until.ts";
import { liveKitProgram } from "../support/voice/livekit.ts";
import { VoiceClient } from "../support/voice/voice-client.ts";
import { left } from "./fixture.ts";
import { createPeople, createPlace, openVoiceProcess, readStates, untilHealed } from "./voice-process.ts";

setDefaultTimeout(120_000);

test.if(isThorough && liveKitProgram !== undefined)(
  "a server that was killed during a call finds out what has happened",
  async () => {
    await using voice = await openVoiceProcess("sqlite");
    const people = await createPeople(voice, "Ann", "Ben", "Cleo", "Dan");
    const [owner, leaver, talker, watcher] = people;
    if (!owner || !leaver || !talker || !watcher) throw new Error("a user is missing");
    const place = await createPlace(voice, owner, [leaver, talker, watcher]);
    const [channel] = place.channels;
    const { stream } = await openReadyStream(voice.server, watcher);
    const clients = new Map<string, VoiceClient>();
    for (const by of [owner, leaver, talker])
      clients.set(by.id, await VoiceClient.join(voice.server, { by, channel }));
    await clients.get(talker.id)?.playTone();
    await stream.next("UserVoiceStateUpdate");
    await stream[Symbol.asyncDispose]();

    await voice.kill();
    // The voice node carries the sound, whether or not the server runs.
    const listener = clients.get(owner.id);
    listener?.heard.clear();
    await until(() => (listener?.heard.get(talker.id) ?? 0) > 1_000);
    await clients.get(leaver.id)?.leave();
    const { tracks } = await voice.rooms.getParticipant(channel, talker.id);
    await voice.rooms.mutePublishedTrack(channel, talker.id, tracks[0]?.sid ?? "", true);
    await voice.start();

    const before = await readStates(voice, watcher);
    const { stream: events, ready } = await openReadyStream(voice.server, watcher);
    await untilHealed(voice, watcher, place.channels);
    expect(await readStates(voice, watcher)).toEqual(
      [owner, talker].map(({ id }) => `${channel} ${id} false`).toSorted(),
    );
    await events.takeNew();
    const leaves = events.received.filter(({ type }) => type === "VoiceChannelLeave");
    // LiveKit may have repeated its report of the departure before the client connected.
    const wasThere = JSON.stringify(ready.voice_states).includes(leaver.id);
    expect({ before, leaves }).toEqual({ before, leaves: wasThere ? [left(channel, leaver)] : [] });
    for (const client of clients.values()) await client.leave();
    await events[Symbol.asyncDispose]();
  },
);
