import { describe, expect, test } from "bun:test";
import { bitsetOf } from "../../../src/permissions/bits.ts";
import { newServerDefault } from "../../../src/permissions/defaults.ts";
import { type Announcement, type Topic, topic } from "../../../src/visibility/announcement.ts";
import type { ViewChange } from "../../../src/visibility/view-change.ts";
import { checkHistory } from "./check.ts";
import { ExpectedStreams } from "./expected-streams.ts";
import type { Commit, ConnectionRecord, Fault, History, Write } from "./history.ts";

const view = bitsetOf("ViewChannel");
const open = { _id: "open", server: "s" };
const hidden = { _id: "hidden", server: "s", default_permissions: { a: 0, d: view } };
const shown = { ...hidden, role_permissions: { r: { a: view, d: 0 } } };
const role = { id: "r", rank: 0, permissions: { a: 0, d: 0 } };

const event = (name: string, payload: object, topics: Topic[], ...changes: ViewChange[]): Announcement => ({
  name,
  payload,
  topics,
  changes,
});
const server = (last?: string) => ({
  id: "s",
  owner: "ann",
  defaultPermissions: newServerDefault,
  roles: [role],
  channels: [last ? { ...open, last_message_id: last } : open, shown],
});
const join = (user: string, last?: string): Announcement[] => [
  event("ServerCreate", { id: "s" }, [topic.private(user)], {
    kind: "server joined",
    user,
    server: server(last),
    member: { roles: [], timeoutUntil: null },
  }),
  event("ServerMemberJoin", { id: "s", user }, [topic.server("s")]),
];
const message = (channel: string, id: string): Announcement =>
  event("Message", { channel, _id: id, nonce: id, content: "hello" }, [topic.channel(channel)], {
    kind: "message sent",
    channel,
    message: id,
  });
const giveRoles = (user: string, roles: string[]): Announcement =>
  event("ServerMemberUpdate", { id: { server: "s", user }, data: { roles } }, [topic.server("s")], {
    kind: "member changed",
    server: "s",
    user,
    roles,
    timeoutUntil: null,
  });
const kick = (user: string): Announcement =>
  event("ServerMemberLeave", { id: "s", user }, [topic.server("s")], {
    kind: "server left",
    user,
    server: "s",
  });

/** Position 3 belongs to a commit that failed. */
const commits: readonly Commit[] = [
  { position: 1, announcements: join("ann") },
  { position: 2, announcements: join("ben") },
  { position: 4, announcements: [message("open", "m1")] },
  { position: 5, announcements: [message("hidden", "m2")] },
  { position: 6, announcements: [giveRoles("ben", ["r"])] },
  { position: 7, announcements: [message("hidden", "m3")] },
  { position: 8, announcements: [message("open", "m4")] },
  { position: 9, announcements: [kick("ben")] },
  { position: 10, announcements: [message("open", "m5")] },
];
const { streams } = new ExpectedStreams(["ann", "ben"], commits);

/** A connection of this user that follows the log as it must, after these commits. */
function connect(user: string, after: number, changes: Partial<ConnectionRecord> = {}): ConnectionRecord {
  const { events, starts } = streams.get(user) ?? { events: [], starts: new Map() };
  const start = events.filter(({ position }) => position <= after).length;
  const ready = [...starts].find(([, indexes]) => indexes.includes(start))?.[0] ?? "";
  const received = events.slice(start).map(({ key }) => key);
  return {
    name: user,
    user,
    node: 1,
    committed: after,
    ready,
    events: received,
    readyAt: 0,
    ...changes,
  };
}

const withEvents = (record: ConnectionRecord, change: (events: string[]) => string[]): ConnectionRecord => ({
  ...record,
  events: change([...record.events]),
});

const acknowledged = (evidence: string): Write => ({ evidence, outcome: "acknowledged" });

function historyWith(changes: Partial<History>): History {
  const ids = ["m1", "m2", "m3", "m4", "m5"];
  return {
    commits,
    late: [],
    writes: ids.map((id) => acknowledged(`message ${id}`)),
    messages: ids.map((id) => ({ channel: id === "m2" || id === "m3" ? "hidden" : "open", id })),
    connections: [connect("ann", 1), connect("ben", 2)],
    faults: [],
    ...changes,
  };
}

const rulesOf = (changes: Partial<History>) =>
  checkHistory(historyWith(changes)).violations.map(({ rule }) => rule);

describe("what a user must receive", () => {
  const keysOf = (user: string) =>
    streams
      .get(user)
      ?.events.map(({ key, position }) => `${position} ${key.split(" ").slice(0, 3).join(" ")}`);

  test("follows from the commits and the permissions alone", () => {
    expect(keysOf("ben")).toEqual([
      '2 ServerCreate {"id":"s"}',
      '2 ServerMemberJoin {"id":"s","user":"ben"}',
      "4 Message open m1",
      "6 ChannelCreate hidden m2",
      '6 ServerMemberUpdate {"data":{"roles":["r"]},"id":{"server":"s","user":"ben"}}',
      "7 Message hidden m3",
      "8 Message open m4",
      '9 ServerMemberLeave {"id":"s","user":"ben"}',
    ]);
  });
});

describe("a correct history has no violations", () => {
  test.each([1, 2, 4, 5, 6, 7, 8, 9, 10])("with connections after position %d", (after) => {
    expect(rulesOf({ connections: [connect("ann", after), connect("ben", after)] })).toEqual([]);
  });

  test("also if a connection ended early, or a write of unknown outcome did not happen", () => {
    const early = withEvents(connect("ann", 2, { end: 1006, endedAt: 1 }), (events) => events.slice(0, 2));
    const writes: Write[] = [{ evidence: "message m9", outcome: "unknown" }];
    expect(rulesOf({ connections: [early], writes })).toEqual([]);
  });

  test("also if a write of unknown outcome did happen", () => {
    expect(rulesOf({ writes: [{ evidence: "message m1", outcome: "unknown" }] })).toEqual([]);
  });
});

describe("the checker finds", () => {
  const [ann, ben] = [connect("ann", 2), connect("ben", 2)];
  const inAnn = (change: (events: string[]) => string[]) =>
    rulesOf({ connections: [withEvents(ann, change)] });

  test("an event that is missing in the middle", () => {
    expect(inAnn((events) => events.toSpliced(1, 1))).toEqual(["hole"]);
  });

  test("an event that is missing right after Ready", () => {
    expect(inAnn((events) => events.slice(1))).toEqual(["hole"]);
  });

  test("events that are missing at the end of an open connection", () => {
    expect(inAnn((events) => events.slice(0, -1))).toEqual(["missing"]);
  });

  test("an event that arrives twice", () => {
    expect(inAnn((events) => events.toSpliced(2, 0, events[1] ?? ""))).toEqual(["repeated"]);
  });

  test("an event that Ready includes already", () => {
    const connections = [withEvents(connect("ann", 4), (events) => [ann.events[0] ?? "", ...events])];
    expect(rulesOf({ connections })).toEqual(["repeated"]);
  });

  test("two events in the wrong order", () => {
    expect(inAnn(([first = "", second = "", ...rest]) => [second, first, ...rest])).toEqual(["hole"]);
  });

  test("a message of a channel that is hidden from the user", () => {
    const overheard = ann.events[1] ?? "";
    expect(overheard).toStartWith("Message hidden m2");
    expect(
      rulesOf({ connections: [ann, withEvents(ben, (events) => events.toSpliced(1, 0, overheard))] }),
    ).toEqual(["overheard"]);
  });

  test("a message after the user was removed", () => {
    const last = ann.events.at(-1) ?? "";
    expect(last).toStartWith("Message open m5");
    expect(rulesOf({ connections: [ann, withEvents(ben, (events) => [...events, last])] })).toEqual([
      "overheard",
    ]);
  });

  test("an event that nobody announced", () => {
    expect(inAnn((events) => [...events, "Message open m6  hello"])).toEqual(["invented"]);
  });

  test("a Ready that shows no state that ever was", () => {
    const connections = [{ ...ann, ready: ann.ready.replace("channel open", "channel shut") }];
    expect(rulesOf({ connections })).toEqual(["Ready"]);
  });

  test("a Ready that shows a channel that the user may not see", () => {
    const later = connect("ann", 5).ready;
    const line = later.split("\n").find((text) => text.startsWith("channel hidden")) ?? "";
    const connections = [{ ...connect("ben", 5), ready: `${line}\n${connect("ben", 5).ready}` }];
    expect(rulesOf({ connections })).toEqual(["Ready"]);
  });

  test("a Ready from before a commit that was known when the client connected", () => {
    expect(rulesOf({ connections: [{ ...ann, committed: 8 }] })).toEqual(["stale Ready"]);
  });

  test("a join that shows another server than the commits before it", () => {
    const late: Commit = { position: 11, announcements: join("cleo", "m4") };
    expect(rulesOf({ commits: [...commits, late], connections: [] })).toEqual(["join"]);
  });

  test("an acknowledged write that did not happen", () => {
    expect(rulesOf({ writes: [acknowledged("message m9")] })).toEqual(["lost write"]);
  });

  test("a write that happened twice", () => {
    const again: Commit = { position: 11, announcements: [kick("ben")] };
    const writes = [acknowledged("leave s ben")];
    expect(rulesOf({ commits: [...commits, again], writes, connections: [] })).toEqual(["repeated write"]);
  });

  test("a refused write that happened", () => {
    expect(rulesOf({ writes: [{ evidence: "message m1", outcome: "refused" }] })).toEqual(["repeated write"]);
  });

  test("a message that was announced and is not stored, or the other way round", () => {
    const messages = [{ channel: "open", id: "m0" }, ...historyWith({}).messages.slice(1)];
    expect(rulesOf({ messages })).toEqual(["lost write", "lost write"]);
  });

  test("ids that do not ascend in a channel", () => {
    const late: Commit = { position: 11, announcements: [message("open", "m3")] };
    const messages = [...historyWith({}).messages, { channel: "open", id: "m3" }];
    const writes: Write[] = [];
    expect(rulesOf({ commits: [...commits, late], messages, writes, connections: [] })).toEqual(["order"]);
  });

  test("a commit that became visible after a later one", () => {
    expect(rulesOf({ late: [3] })).toEqual(["order"]);
  });

  test("a stream that stayed open on a node without the database", () => {
    const fault: Fault = { kind: "cut off", node: 1, startedAt: 10, endedAt: 20, mustClose: true };
    const closed = connect("ben", 9, { end: 1012, endedAt: 15 });
    const later = connect("ben", 9, { readyAt: 12 });
    const elsewhere = connect("ben", 9, { node: 2 });
    expect(rulesOf({ connections: [closed, later, elsewhere], faults: [fault] })).toEqual([]);
    expect(rulesOf({ connections: [connect("ben", 9)], faults: [fault] })).toEqual(["not closed"]);
  });
});
