import { IsUnion, type TSchema } from "typebox";
import packageFile from "../../package.json" with { type: "json" };
import type { EventSpec } from "../declare/event.ts";
import { readyFields } from "../declare/ready.ts";
import {
  type ConnectionMessage,
  clientMessages,
  Logout,
  serverMessages,
} from "../protocol/connection-messages.ts";
import { byName, hoist } from "./hoist.ts";

type Json = Record<string, unknown>;
type DescribedMessage = Pick<EventSpec, "name" | "doc" | "payload"> & Partial<Pick<EventSpec, "audience">>;

/** What the event stream consists of, besides the messages that `protocol/` declares. */
export interface StreamMessages {
  readonly events: readonly EventSpec[];
  readonly ready: ConnectionMessage;
}

/** Generates the AsyncAPI 3.0 description of the event stream at this address from the declarations. */
export function describeEvents({ events, ready }: StreamMessages, streamUrl: string): Json {
  const { host, protocol, pathname } = new URL(streamUrl);
  const schemas: Json = {};
  const announced = events
    .filter(({ name }) => name !== Logout.name)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const toClient = describeMessages([...serverMessages, ready, ...announced], schemas);
  const toServer = describeMessages(clientMessages, schemas);
  const messages = { ...toClient, ...toServer };
  return {
    asyncapi: "3.0.0",
    info: {
      title: "Ermine events",
      version: packageFile.version,
      description:
        "Each event is an object with its name in `type`. Times are ISO 8601 strings in JSON and milliseconds " +
        "since 1970 in msgpack. `x-audience` names the topics of an event, with names of its fields in braces: " +
        "`private:` reaches all connections of one user, `user:` the user and all who have them in view, " +
        "`channel:` all who can view it, `server:` its members.",
    },
    defaultContentType: "application/json",
    servers: { this: { host, protocol: protocol.replace(":", "") } },
    channels: {
      stream: {
        address: pathname,
        messages: mapNames(messages, (name) => ({ $ref: `#/components/messages/${name}` })),
        bindings: { ws: { method: "GET", query: querySchema, bindingVersion: "0.1.0" } },
      },
    },
    operations: {
      sendMessages: operation("send", "Messages that the server sends.", toClient),
      receiveMessages: operation("receive", "Messages that clients may send.", toServer),
    },
    components: { messages, schemas: byName(schemas) },
  };
}

const querySchema = {
  type: "object",
  properties: {
    version: { type: "string", enum: ["1"], default: "1" },
    format: { type: "string", enum: ["json", "msgpack"], default: "json" },
    token: { type: "string", description: "Token of a session or a bot; may also be sent in Authenticate." },
    resume: {
      type: "string",
      description:
        "`1` to be able to resume the connection: every packet of a commit then has a `position`. To resume one: the last position, with `connection`.",
    },
    connection: {
      type: "string",
      description: "The `connection` of the Authenticated of the connection to resume.",
    },
    ready: {
      type: "array",
      description: "The fields of Ready; by default all of them. May be repeated.",
      items: {
        anyOf: [
          { type: "string", enum: readyFields },
          { type: "string", pattern: "^user_settings\\[.*\\]$", description: "One setting by name." },
        ],
      },
    },
  },
};

function operation(action: "send" | "receive", summary: string, messages: Json): Json {
  return {
    action,
    summary,
    channel: { $ref: "#/channels/stream" },
    messages: Object.keys(messages).map((name) => ({ $ref: `#/channels/stream/messages/${name}` })),
  };
}

/** By name. Variants with the same name become one message. */
function describeMessages(described: readonly DescribedMessage[], schemas: Json): Json {
  const groups = Object.groupBy(described, ({ name }) => name);
  return mapNames(groups, (name) => {
    const variants = groups[name] ?? [];
    const payloads = variants.map(({ payload }) => hoist(withType(payload, name), schemas));
    return {
      name,
      summary: variants.map(({ doc }) => doc).join(" "),
      payload: payloads.length > 1 ? { anyOf: payloads } : payloads[0],
      "x-audience": variants.map(topicsOf)[0],
    };
  });
}

/** The sent form `{type: name, ...payload}`. Drops the title, which names the schema without the type. */
function withType(schema: TSchema, name: string): Json {
  const unnamed: Json = { ...schema, title: undefined };
  if (IsUnion(schema)) return { ...unnamed, anyOf: schema.anyOf.map((variant) => withType(variant, name)) };
  const { properties, required } = schema as { properties?: Json; required?: readonly string[] };
  return {
    ...unnamed,
    required: ["type", ...(required ?? [])],
    properties: { type: { type: "string", const: name }, ...properties },
  };
}

/** The topics, if they depend on the payload alone. */
function topicsOf({ audience }: DescribedMessage): readonly string[] | undefined {
  return audience?.length === 1 ? audience(fieldOf("") as never, undefined as never) : undefined;
}

/** A stand-in for a payload, in which every field holds its own name. */
function fieldOf(path: string): unknown {
  const read = (_: object, key: string | symbol) => {
    if (key === Symbol.toPrimitive) return () => `{${path}}`;
    return fieldOf(path === "" ? String(key) : `${path}.${String(key)}`);
  };
  return new Proxy({}, { get: read });
}

function mapNames(entries: object, make: (name: string) => unknown): Json {
  return Object.fromEntries(Object.keys(entries).map((name) => [name, make(name)]));
}
