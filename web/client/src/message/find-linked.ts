import { fetchMessage } from "../history/fetch-page.ts";
import { heldMessages } from "../history/held-messages.ts";
import type { MessageLink } from "../media/own-links.ts";
import { readApiError } from "../session/api-error.ts";
import { type Client, sessionState } from "../session/client.ts";

type Outcome = "found" | "gone" | "unknown";

/** How many messages stay known, so that a row that scrolls out and in again does not ask again. */
const mostKept = 100;

/** What was asked for since the last connection, the latest at the end; events keep it true. */
const askedMessages = sessionState((client) => {
  const asked = new Map<string, Promise<Outcome>>();
  const drop = (id: string) => {
    asked.delete(id);
    heldMessages(client).release([id]);
  };
  // What changed while there was no connection is not known.
  client.on("Ready", () => {
    for (const id of [...asked.keys()]) drop(id);
  });
  return {
    get: (id: string) => asked.get(id),
    keep(id: string, outcome: Promise<Outcome>) {
      heldMessages(client).hold([id]);
      asked.set(id, outcome);
      for (const old of [...asked.keys()].slice(0, -mostKept)) drop(old);
    },
  };
});

/** Takes the message behind a link into the state, unless it is there: the server decides what this user may read. */
export function findLinked(client: Client, { channelId, messageId }: MessageLink): Promise<Outcome> {
  const known = askedMessages(client);
  const outcome = known.get(messageId) ?? ask(client, channelId, messageId);
  if (!known.get(messageId)) known.keep(messageId, outcome);
  return outcome;
}

async function ask(client: Client, channelId: string, messageId: string): Promise<Outcome> {
  if (client.messages.has(messageId)) return "found";
  try {
    await fetchMessage(client, channelId, messageId);
    return "found";
  } catch (thrown) {
    return readApiError(thrown).type === "NotFound" ? "gone" : "unknown";
  }
}
