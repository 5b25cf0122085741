import { newUser } from "../accounts/people.ts";
import type { Client } from "../http/client.ts";
import { until } from "../until.ts";
import { newVoiceChannel } from "./calls.ts";
import { answersSignals } from "./livekit.ts";
import { VoiceClient } from "./voice-client.ts";

/** Two people hear each other in a call on a running server, with nothing but its API. */
export async function useCalls(server: { readonly url: string; readonly client: Client }): Promise<void> {
  await until(() => answersSignals(server.url));
  const { client } = server;
  const [ann, ben] = [await newUser(server, "Ann"), await newUser(server, "Ben")];
  const { body: created } = await client.post("/servers/create", { name: "Place" }, ann);
  const { body: invite } = await client.post(`/channels/${created.channels[0]._id}/invites`, {}, ann);
  await client.post(`/invites/${invite._id}`, {}, ben);
  const channel = await newVoiceChannel(server, { serverId: created.server._id, by: ann });
  await using first = await VoiceClient.join(server, { by: ann, channel });
  await using second = await VoiceClient.join(server, { by: ben, channel });
  await first.playTone();
  await second.playTone();
  await until(() => (first.heard.get(ben.id) ?? 0) > 100 && (second.heard.get(ann.id) ?? 0) > 100);
}
