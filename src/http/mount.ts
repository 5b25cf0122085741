import { IsVoid, type TObject, type TSchema } from "typebox";
import type { Route } from "../declare/route.ts";
import { consumeTicket } from "../domains/accounts/index.ts";
import { readBytes } from "../platform/read-bytes.ts";
import { fail } from "../protocol/error.ts";
import { mediaOf, rawLimitOf } from "../protocol/schema.ts";
import type { Services } from "../store/services.ts";
import type { Store } from "../store/store.ts";
import type { Reader } from "../store/tx.ts";
import type { AuthenticateAndLimit, IncomingRequest } from "./authenticate-and-limit.ts";
import { assertDeclaredPermission, type CallInput, createAuthorize, createPrecheck } from "./authorize.ts";
import { inputDecoder, readQuery } from "./decode-input.ts";
import { requireCaller } from "./identify.ts";
import { readJson } from "./read-body.ts";
import { decodeSegment, queryOf } from "./request-path.ts";
import { json, jsonText, noContent, respondBytes } from "./respond.ts";
import { validatorOf } from "./validator.ts";

export interface MountParts {
  readonly authenticateAndLimit: AuthenticateAndLimit;
  readonly store: Store;
  readonly services: Services;
  /** Hold every reply against its schema; tests do. */
  readonly checkReplies: boolean;
}

/** All that happens to a request once its path has led to a route, in this order. */
export function mountRoute(
  route: Route,
  parts: MountParts,
): (incoming: IncomingRequest) => Promise<Response> {
  const { authenticateAndLimit, store, services } = parts;
  const { auth, ticket } = route;
  const { bucket, by, resource = "" } = route.limit;
  const takeQuery = route.query ? queryReader(route.query) : readNothing;
  const takeHeaders = route.headers ? headerReader(route.headers) : readNothing;
  const expected = route.body && bodyReader(route.body, services.config.http.body_limit);
  const precheck = createPrecheck(route);
  const perform = parts.checkReplies ? checkedHandler(route, store) : createHandler(route, store);
  const checkReply = parts.checkReplies ? replyChecker(route.id, route.reply) : () => {};
  const empty = IsVoid(route.reply);
  const media = mediaOf(route.reply);

  /** The answer of a route that has only one. */
  let written: string | undefined;

  return async (incoming) => {
    const { request, response } = incoming;
    const counted = by === undefined ? resource : (incoming.params[by] ?? "");
    const gated = authenticateAndLimit(incoming, { auth, bucket, resource: counted });
    const { principal, address, refusal } = gated instanceof Promise ? await gated : gated;
    if (refusal) return refusal;
    if (written !== undefined) return jsonText(written, response);
    const caller = requireCaller(auth, principal);
    if (ticket && caller) {
      const token = request.headers.get("x-mfa-ticket");
      await store.write((tx) => consumeTicket(tx, token, caller.userId));
    }
    const params = decodeParams(incoming.params);
    const query = takeQuery(request);
    const headers = takeHeaders(request);
    const body = expected?.admit(await expected.read(request));
    const call: CallInput = { params, query, headers, body, caller, address, services, fail };
    const reason = precheck(call, request);
    const reply = await perform(Object.assign(call, { reason }));
    if (media) return respondBytes(reply as Uint8Array<ArrayBuffer>, media, response);
    checkReply(reply);
    if (route.constant) written = JSON.stringify(reply);
    return empty ? noContent(response) : json(200, reply, response);
  };
}

export function decodeParams(encoded: IncomingRequest["params"]): Record<string, string> {
  const params: Record<string, string> = {};
  for (const name in encoded) params[name] = decodeSegment(encoded[name] ?? "");
  return params;
}

const readNothing = () => undefined;

function queryReader(schema: TObject): (request: Request) => unknown {
  const admit = inputDecoder(schema);
  return (request) => admit(readQuery(schema, queryOf(request.url)));
}

function headerReader(schema: TObject): (request: Request) => unknown {
  const admit = inputDecoder(schema);
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

interface BodyReader {
  read(request: Request): Promise<unknown>;
  admit(body: unknown): unknown;
}

function bodyReader(schema: TSchema, jsonLimit: number): BodyReader {
  const rawLimit = rawLimitOf(schema);
  if (rawLimit === undefined)
    return { read: (request) => readJson(request, jsonLimit), admit: inputDecoder(schema) };
  return { read: (request) => readBytes(request, rawLimit), admit: (body) => body };
}

type Handler = (call: CallInput) => Promise<unknown>;

/** The declaration's types make sure that the handler gets just what it asked for. */
function createHandler(route: Route, store: Store): Handler {
  const { handle, handleInSteps } = route;
  const { read, write } = store;
  const authorize = createAuthorize(route);
  if (handleInSteps)
    return (call) => {
      const steps = { read, write, authorize: (db: Reader) => authorize?.(db, call) };
      return handleInSteps(Object.assign(call, steps) as never);
    };
  if (!handle) throw new Error(`${route.id} has no handler`);
  const run = async (db: Reader, call: CallInput) => {
    const access = authorize && (await authorize(db, call));
    return handle(Object.assign(call, { db, tx: db, access }) as never);
  };
  if (route.method === "GET") return (call) => read((db) => run(db, call));
  return (call) => write((tx) => run(tx, call));
}

/** For tests: the same, and a permission that the route enforces without declaring it is an internal error. */
function checkedHandler(route: Route, store: Store): Handler {
  const handler = createHandler(route, store);
  return async (call) => {
    try {
      return await handler(call);
    } catch (error) {
      assertDeclaredPermission(route, error);
      throw error;
    }
  };
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
