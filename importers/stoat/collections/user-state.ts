import { isId } from "../../../src/platform/ids/ids.ts";
import { type Lookup, rowWith } from "../known-rows.ts";
import type { ImportStep } from "../step.ts";
import {
  type Document,
  documentOf,
  idOf,
  idsOf,
  listOf,
  textOf,
  timeOf,
  Unusable,
} from "../values/values.ts";

/** Less than every id: nothing in the channel was read. */
const nothingRead = "0".repeat(26);

function mentionsOf({ _id, mentions }: Document): Lookup[] {
  const channel_id = String(documentOf(_id).channel);
  return idsOf(mentions).map((id) => rowWith("messages", { channel_id, id }));
}

export const unreadsStep: ImportStep = {
  collection: "channel_unreads",
  lookups(unread) {
    const { channel, user } = documentOf(unread._id);
    const [channel_id, user_id] = [String(channel), String(user)];
    return [
      rowWith("channel_unreads", { channel_id, user_id }),
      rowWith("channels", { id: channel_id }),
      rowWith("users", { id: user_id }),
      ...mentionsOf(unread),
    ];
  },
  take(unread, target) {
    const { known } = target;
    const { channel, user } = documentOf(unread._id);
    const channel_id = idOf(channel, "_id.channel");
    const user_id = idOf(user, "_id.user");
    if (known.has(rowWith("channel_unreads", { channel_id, user_id })))
      throw new Unusable("there is another one for the same channel and user");
    if (!known.has(rowWith("channels", { id: channel_id }))) throw new Unusable("its channel is missing");
    if (!known.has(rowWith("users", { id: user_id }))) throw new Unusable("its user is missing");
    const last_id = isId(unread.last_id) ? idOf(unread.last_id, "last_id") : nothingRead;
    target.add("channel_unreads", { channel_id, user_id, last_id });
    // Mentions in messages that are deleted are nothing to read.
    for (const lookup of mentionsOf(unread).filter((each) => known.has(each)))
      target.add("mentions", { user_id, channel_id, message_id: lookup.key[1] ?? "" });
  },
};

/** One document for each user: `{ _id, key: [time, text] }`. */
export const settingsStep: ImportStep = {
  collection: "user_settings",
  lookups: ({ _id, ...settings }) => [
    rowWith("users", { id: String(_id) }),
    ...Object.keys(settings).map((key) => rowWith("user_settings", { user_id: String(_id), key })),
  ],
  take({ _id, ...settings }, target) {
    const user_id = idOf(_id, "_id");
    if (!target.known.has(rowWith("users", { id: user_id }))) throw new Unusable("its user is missing");
    for (const [key, value] of Object.entries(settings)) {
      const [time, text] = listOf(value);
      if (target.known.has(rowWith("user_settings", { user_id, key })))
        throw new Unusable("there are other settings of the same user");
      target.add("user_settings", {
        user_id,
        key: textOf(key, "a key"),
        written_at: timeOf(time, "the time of a setting"),
        value: textOf(text, "the value of a setting"),
      });
    }
  },
};

export const policyStep: ImportStep = {
  collection: "policy_changes",
  lookups: ({ _id }) => [rowWith("policy_changes", { id: String(_id) })],
  take(change, target) {
    const id = textOf(change._id, "_id");
    if (target.known.has(rowWith("policy_changes", { id })))
      throw new Unusable("another change has the same id");
    target.add("policy_changes", {
      id,
      created_at: timeOf(change.created_time, "created_time"),
      effective_at: timeOf(change.effective_time, "effective_time"),
      description: textOf(change.description, "description"),
      url: textOf(change.url, "url"),
    });
  },
};
