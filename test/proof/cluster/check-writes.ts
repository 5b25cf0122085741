import type { Announcement } from "../../../src/visibility/announcement.ts";
import type { Commit, History, Violation } from "./history.ts";

// biome-ignore lint/suspicious/noExplicitAny: events of every kind, as the server sends them
type Thing = Record<string, any>;

/** What an announcement proves to have been done, in words that a write can name beforehand. */
export function evidenceIn({ name, payload, changes = [] }: Announcement): string | undefined {
  const event = payload as Thing;
  switch (name) {
    case "Message":
      return event.nonce && `message ${event.nonce}`;
    case "ChannelCreate":
      return `channel ${event.name}`;
    case "ChannelDelete":
      return `no channel ${event.id}`;
    case "ServerMemberUpdate":
      return event.data.nickname && `nickname ${event.data.nickname}`;
    case "ServerMemberLeave":
      return `leave ${event.id} ${event.user}`;
    case "ServerCreate":
      return changes.flatMap((change) =>
        change.kind === "server joined" ? [`join ${change.server.id} ${change.user}`] : [],
      )[0];
    case "ServerRoleUpdate":
      return event.data.name && `role ${event.data.name}`;
    case "ServerRoleDelete":
      return `no role ${event.role_id}`;
    default:
      return undefined;
  }
}

/** An acknowledged write is in the log once, one of unknown outcome at most once, and a refused one is not. */
export function checkWrites({ commits, writes, late, messages }: History): Violation[] {
  const logged = countBy(
    commits.flatMap(({ announcements }) => announcements.flatMap((each) => evidenceIn(each) ?? [])),
  );
  const violations: Violation[] = late.map((position) => ({
    rule: "order",
    text: `position ${position} became visible after a higher one`,
    excerpt: [],
  }));
  for (const [evidence, all] of Map.groupBy(writes, (write) => write.evidence)) {
    const { acknowledged = [], unknown = [] } = Object.groupBy(all, ({ outcome }) => outcome);
    const count = logged.get(evidence) ?? 0;
    if (count >= acknowledged.length && count <= acknowledged.length + unknown.length) continue;
    const rule = count < acknowledged.length ? "lost write" : "repeated write";
    const text = `"${evidence}" was acknowledged ${acknowledged.length} times, with unknown outcome ${unknown.length} times, and happened ${count} times`;
    violations.push({ rule, text, excerpt: [] });
  }
  return [...violations, ...checkMessages(commits, messages)];
}

/** The messages of the log are those of the database, and their ids ascend in each channel. */
function checkMessages(commits: readonly Commit[], messages: History["messages"]): Violation[] {
  const violations: Violation[] = [];
  const last = new Map<string, string>();
  const gone = new Set<string>();
  const announced = new Set<string>();
  for (const { position, announcements } of commits)
    for (const { name, payload } of announcements) {
      const { channel, _id, id } = payload as Thing;
      if (name === "ChannelDelete") gone.add(id);
      if (name !== "Message") continue;
      const before = last.get(channel) ?? "";
      if (_id <= before)
        violations.push({
          rule: "order",
          text: `message ${_id} at position ${position} follows ${before} in channel ${channel}`,
          excerpt: [],
        });
      last.set(channel, _id);
      announced.add(`${channel} ${_id}`);
    }
  const stored = new Set(messages.map(({ channel, id }) => `${channel} ${id}`));
  const kept = [...announced].filter((message) => !gone.has(message.split(" ")[0] ?? ""));
  const differing = [
    ...kept.filter((message) => !stored.has(message)).map((message) => `${message} is not stored`),
    ...[...stored]
      .filter((message) => !announced.has(message))
      .map((message) => `${message} was not announced`),
  ];
  return [
    ...violations,
    ...differing.map((text) => ({ rule: "lost write", text: `message ${text}`, excerpt: [] })),
  ];
}

function countBy(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
