import { describe, expect, test } from "bun:test";
import { Ajv } from "ajv";
import { Compile } from "typebox/compile";
import { announce } from "../../src/declare/event.ts";
import { events, readyParts, routes } from "../../src/domains/index.ts";
import { describeReady } from "../../src/gateway/ready.ts";
import { describeEvents } from "../../src/http/asyncapi.ts";
import { clientMessages, serverMessages } from "../../src/protocol/connection-messages.ts";
import { sampleOf, samplesOf } from "../support/hostile/sample-of.ts";
import { eventAudiences } from "../support/stream/event-audiences.ts";

const Ready = describeReady(readyParts);

const connectionMessages = ["Authenticated", "Bulk", "Error", "Logout", "Pong", "Ready", "Resumed"];

const called = (name: string) => events.filter((event) => event.name === name);

describe("events", () => {
  test("are all listed with their audiences", () => {
    const declared = [...serverMessages, Ready, ...events].map(({ name }) => name);
    const expected = [...connectionMessages, ...eventAudiences.map(([name]) => name)];
    expect([...new Set(declared)].toSorted()).toEqual([...new Set(expected)].toSorted());
  });

  test("have unique names, except the two forms of Auth, which differ in event_type", () => {
    const names = events.map(({ name }) => name).filter((name) => name !== "Auth");
    expect(new Set(names).size).toBe(names.length);
    const forms = called("Auth").map(({ payload }) => sampleOf(payload));
    expect(forms).toEqual([
      expect.objectContaining({ event_type: "DeleteSession" }),
      expect.objectContaining({ event_type: "DeleteAllSessions" }),
    ]);
  });

  test("have the listed topics and visibility changes", () => {
    for (const [name, topics, { reach, changes } = {}] of eventAudiences) {
      for (const event of called(name)) {
        const announced = announce(event, sampleOf(event.payload), reach);
        expect(announced.topics.join(" "), name).toBe(topics);
        expect(announced.changes?.map(({ kind }) => kind).join(" "), name).toBe(changes);
      }
    }
  });

  test("ChannelCreate opens each kind of channel with its recipients", () => {
    const [event] = called("ChannelCreate");
    if (!event) throw new Error("ChannelCreate is not declared");
    const opened = samplesOf(event.payload).map(
      (channel) => announce(event, channel, { users: ["@a"] }).changes?.[0],
    );
    const conversation = (kind: string, recipients: string, more = {}) => ({
      kind: "conversation opened",
      users: ["@a"],
      conversation: { id: "_id", kind, recipients: [recipients], ...more },
    });
    expect(opened).toEqual([
      conversation("SavedMessages", "user"),
      conversation("DirectMessage", "recipients.0"),
      conversation("Group", "recipients.0", { owner: "owner", permissions: expect.any(Number) }),
      { kind: "server channel changed", server: "server", channel: expect.anything() },
    ] as typeof opened);
  });

  test("the published description accepts the same packets as the declarations", () => {
    const document = describeEvents({ events, ready: Ready }, "wss://chat.example.org/ws");
    const ajv = new Ajv({ strict: false, validateFormats: false }).addSchema(document, "events");
    for (const { name, payload } of [...serverMessages, Ready, ...events, ...clientMessages]) {
      const matches = Compile(payload);
      const described = ajv.getSchema(`events#/components/messages/${name}/payload`);
      for (const sample of samplesOf(payload)) {
        expect([...matches.Errors(sample)], name).toEqual([]);
        const packet = { type: name, ...(sample as object) };
        expect(described?.(packet), `${name}: ${ajv.errorsText(described?.errors)}`).toBe(true);
        expect(described?.({ ...packet, type: "Other" }), name).toBe(false);
      }
    }
  });

  test("each name in the published descriptions stands for one schema", () => {
    const named = new Map<string, Set<string>>();
    const collect = (schema: unknown): void => {
      if (typeof schema !== "object" || schema === null) return;
      for (const child of Object.values(schema)) collect(child);
      const { title } = schema as { title?: unknown };
      if (typeof title !== "string") return;
      named.set(title, (named.get(title) ?? new Set()).add(JSON.stringify(schema)));
    };
    collect([
      Ready.payload,
      events.map(({ payload }) => payload),
      routes.map(({ body, reply }) => [body, reply]),
    ]);
    expect(named.size).toBeGreaterThan(50);
    expect([...named].filter(([, schemas]) => schemas.size > 1).map(([title]) => title)).toEqual([]);
  });
});
