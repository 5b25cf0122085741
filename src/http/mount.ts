import { IsVoid, type TObject, type TSchema } from "typebox";
import { fail } from "../declare/error.ts";
import type { Route } from "../declare/route.ts";
import { mediaOf, rawLimitOf } from "../declare/schema.ts";
import type { Services } from "../declare/services.ts";
import { consumeTicket } from "../domains/accounts/index.ts";
import type { Store } from "../platform/database/store.ts";
import { readBytes } from "../platform/read-bytes.ts";
import { admissionOf, readQuery } from "./admit.ts";
import type { Arrival, Gate } from "./gate.ts";
import { admitCaller } from "./identify.ts";
import { readJson } from "./read-body.ts";
import { decodeSegment, queryOf } from "./request-path.ts";
import { json, jsonText, noContent, respondBytes } from "./respond.ts";
import { validatorOf } from "./validator.ts";

export interface MountParts {
  readonly gate: Gate;
  readonly store: Store;
  readonly services: Services;
  /** Hold every reply against its schema; tests do. */
  readonly checkReplies: boolean;
}

/** All that happens to a request once its path has led to a route, in this order. */
export function mountRoute(route: Route, parts: MountParts): (arrival: Arrival) => Promise<Response> {
  const { gate, store, services } = parts;
  const { auth, ticket } = route;
  const { bucket, by, resource = "" } = route.limit;
  const takeQuery = route.query ? queryReader(route.query) : nothing;
  const takeHeaders = route.headers ? headerReader(route.headers) : nothing;
  const expected = route.body && expectBody(route.body, services.config.http.body_limit);
  const perform = performer(route, store);
  const checkReply = parts.checkReplies ? replyChecker(route.id, route.reply) : () => {};
  const empty = IsVoid(route.reply);
  const media = mediaOf(route.reply);

  /** The answer of a route that has only one. */
  let written: string | undefined;

  return async (arrival) => {
    const { request, outcome } = arrival;
    const counted = by === undefined ? resource : (arrival.params[by] ?? "");
    const gated = gate(arrival, { auth, bucket, resource: counted });
    const { known, address, refusal } = gated instanceof Promise ? await gated : gated;
    if (refusal) return refusal;
    if (written !== undefined) return jsonText(written, outcome);
    const caller = admitCaller(auth, known);
    if (ticket && caller) {
      const token = request.headers.get("x-mfa-ticket");
      await store.write((tx) => consumeTicket(tx, token, caller.userId));
    }
    const params = decodeParams(arrival.params);
    const query = takeQuery(request);
    const headers = takeHeaders(request);
    const body = expected?.admit(await expected.read(request));
    const reply = await perform({ params, query, headers, body, caller, address, services, fail });
    if (media) return respondBytes(reply as Uint8Array<ArrayBuffer>, media, outcome);
    checkReply(reply);
    if (route.constant) written = JSON.stringify(reply);
    return empty ? noContent(outcome) : json(200, reply, outcome);
  };
}

export function decodeParams(encoded: Arrival["params"]): Record<string, string> {
  const params: Record<string, string> = {};
  for (const name in encoded) params[name] = decodeSegment(encoded[name] ?? "");
  return params;
}

const nothing = () => undefined;

function queryReader(schema: TObject): (request: Request) => unknown {
  const admit = admissionOf(schema);
  return (request) => admit(readQuery(schema, queryOf(request.url)));
}

function headerReader(schema: TObject): (request: Request) => unknown {
  const admit = admissionOf(schema);
  const names = Object.keys(schema.properties);
  return ({ headers }) => {
    const given: Record<string, string> = {};
    for (const name of names) {
      const value = headers.get(name);
      if (value !== null) given[name] = value;
    }
    return admit(given);
  };
}

interface Expected {
  read(request: Request): Promise<unknown>;
  admit(body: unknown): unknown;
}

function expectBody(schema: TSchema, jsonLimit: number): Expected {
  const rawLimit = rawLimitOf(schema);
  if (rawLimit === undefined)
    return { read: (request) => readJson(request, jsonLimit), admit: admissionOf(schema) };
  return { read: (request) => readBytes(request, rawLimit), admit: (body) => body };
}

/** The declaration's types make sure that the handler gets just what it asked for. */
function performer(route: Route, store: Store): (call: Record<string, unknown>) => Promise<unknown> {
  const { handle, handleInSteps } = route;
  const { read, write } = store;
  if (handleInSteps) return (call) => handleInSteps(Object.assign(call, { read, write }) as never);
  if (!handle) throw new Error(`${route.id} has no handler`);
  if (route.method !== "GET") return (call) => write((tx) => handle(Object.assign(call, { tx }) as never));
  return (call) => read((db) => handle(Object.assign(call, { db }) as never));
}

function replyChecker(id: string, schema: TSchema): (reply: unknown) => void {
  return (reply) => {
    const validator = validatorOf(schema);
    // As the client will see it: without undefined values.
    const seen = reply === undefined ? undefined : JSON.parse(JSON.stringify(reply));
    if (validator.Check(seen)) return;
    throw new Error(
      `${id} answers what it does not declare: ${JSON.stringify(validator.Errors(seen).slice(0, 3))}`,
    );
  };
}
