import { IsVoid, type TObject, type TSchema } from "typebox";
import { fail } from "../declare/error.ts";
import type { Route } from "../declare/route.ts";
import type { Services } from "../declare/services.ts";
import type { Reader } from "../declare/tx.ts";
import { consumeTicket } from "../domains/accounts/index.ts";
import { jsonOf, readBytes } from "../input/read-body.ts";
import { type MaybePromise, mapMaybe } from "../platform/concurrency/maybe-promise.ts";
import { LazyValidator } from "../platform/memoize/lazy-validator.ts";
import { memoizeByObject } from "../platform/memoize/memoize-by-object.ts";
import { mediaOf, rawLimitOf } from "../protocol/schema.ts";
import type { Store } from "../store/store.ts";
import type { AuthenticateAndLimit, IncomingRequest } from "./authenticate-and-limit.ts";
import {
  assertAuthorized,
  assertDeclaredPermission,
  type CallInput,
  createAuthorize,
  createPrecheck,
} from "./authorize.ts";
import { createAccountCharger } from "./charge-account.ts";
import { requireCaller } from "./identify.ts";
import type { Limiter } from "./limiter.ts";
import { readQuery } from "./read-query.ts";
import { recordingWrite } from "./record-operator.ts";
import { json, jsonText, noContent, type ResponseContext, respondBytes } from "./respond.ts";
import { decodeSegment, queryOf } from "./router.ts";
import { inputDecoder } from "./schema-decoder.ts";

interface MountDependencies {
  readonly authenticateAndLimit: AuthenticateAndLimit;
  readonly limiter: Limiter;
  readonly store: Store;
  readonly services: Services;
  /** Validate every reply against its schema; for tests. */
  readonly checkReplies: boolean;
}

/** Only what is shared between requests is frozen, and this tells it at once, however long a list is. */
const isShared = (reply: unknown): reply is object =>
  typeof reply === "object" && reply !== null && !Object.isExtensible(reply);
const textOfShared = memoizeByObject((reply: object) => JSON.stringify(reply));

/** Serves the requests of a route: the steps of a request, in their order. */
export function mountRoute(
  route: Route,
  dependencies: MountDependencies,
): (incoming: IncomingRequest) => MaybePromise<Response> {
  const { authenticateAndLimit, store, services } = dependencies;
  const { auth, ticket } = route;
  const { bucket, by, resource = "" } = route.limit;
  const decodeQuery = route.query ? createQueryDecoder(route.query) : decodeNothing;
  const decodeHeaders = route.headers ? createHeaderDecoder(route.headers) : decodeNothing;
  const bodyInput =
    route.body && createBodyReader(route.body, services.config.http.body_limit, route.hasOptionalBody);
  const precheck = createPrecheck(route);
  const chargeAccount = route.claimsAccount && createAccountCharger(route, store, dependencies.limiter);
  const callHandler = (dependencies.checkReplies ? createCheckedHandler : createHandler)(route, store);
  const checkReply = dependencies.checkReplies ? createReplyChecker(route.id, route.reply) : () => {};
  const empty = IsVoid(route.reply);
  const media = mediaOf(route.reply);
  const changesSomething = route.method !== "GET";

  /** The serialised reply of a route whose reply is constant. */
  let constantReply: string | undefined;
  const isConstant = route.isConstant?.(services) ?? false;

  const respondTo = (reply: unknown, response: ResponseContext): Response => {
    if (media) return respondBytes(reply as Uint8Array<ArrayBuffer>, media, response);
    checkReply(reply);
    if (isConstant) constantReply = JSON.stringify(reply);
    if (empty) return noContent(response);
    return isShared(reply) ? jsonText(textOfShared(reply), response) : json(200, reply, response);
  };
  const handle = (call: CallInput, { request, response }: IncomingRequest): MaybePromise<Response> => {
    call.reason = precheck(call, request);
    const respond = () => mapMaybe(callHandler(call), (reply) => respondTo(reply, response));
    if (!chargeAccount) return respond();
    return chargeAccount(call, { response, address: call.address as () => string }).then(
      (refusal) => refusal ?? respond(),
    );
  };
  const useTicket = (request: Request, userId: string) => {
    const token = request.headers.get("x-mfa-ticket");
    return store.write((tx) => consumeTicket(tx, token, userId));
  };

  // No promise where nothing has to be waited for: each takes a turn of the microtask queue.
  return (incoming) => {
    const { request, response, params } = incoming;
    // A login has no credential yet, and its reply is one.
    if (changesSomething) response.isPrivate = true;
    const limitedResource = by === undefined ? resource : (params[by] ?? "");
    const authenticated = authenticateAndLimit(incoming, { auth, bucket, resource: limitedResource });
    return mapMaybe(authenticated, ({ principal, address, limitExceeded }) => {
      if (limitExceeded) return limitExceeded;
      if (constantReply !== undefined) return jsonText(constantReply, response);
      const caller = requireCaller(auth, principal, services.clock);
      return mapMaybe(ticket && caller && useTicket(request, caller.userId), () => {
        const call: CallInput = {
          params: decodeParams(params),
          query: decodeQuery(request),
          headers: decodeHeaders(request),
          body: undefined,
          caller,
          address,
          services,
          fail,
        };
        if (!bodyInput) return handle(call, incoming);
        return bodyInput.read(request).then((received) => {
          call.body = bodyInput.decode(received);
          return handle(call, incoming);
        });
      });
    });
  };
}

export function decodeParams(encoded: IncomingRequest["params"]): Record<string, string> {
  const params: Record<string, string> = {};
  for (const name in encoded) params[name] = decodeSegment(encoded[name] ?? "");
  return params;
}

const decodeNothing = () => undefined;

function createQueryDecoder(schema: TObject): (request: Request) => unknown {
  const decode = inputDecoder(schema);
  return (request) => decode(readQuery(schema, queryOf(request.url)));
}

function createHeaderDecoder(schema: TObject): (request: Request) => unknown {
  const decode = inputDecoder(schema);
  const names = Object.keys(schema.properties);
  return ({ headers }) => {
    const given: Record<string, string> = {};
    for (const name of names) {
      const value = headers.get(name);
      if (value !== null) given[name] = value;
    }
    return decode(given);
  };
}

interface BodyReader {
  read(request: Request): Promise<Uint8Array>;
  decode(received: Uint8Array): unknown;
}

function createBodyReader(schema: TSchema, jsonLimit: number, isOptional = false): BodyReader {
  const rawLimit = rawLimitOf(schema);
  if (rawLimit !== undefined)
    return { read: (request) => readBytes(request, rawLimit), decode: (received) => received };
  const decode = inputDecoder(schema);
  return {
    read: (request) => readBytes(request, jsonLimit),
    decode: (received) =>
      decode(isOptional && received.length === 0 ? {} : (jsonOf(received) ?? (isOptional ? {} : null))),
  };
}

type Handler = (call: CallInput) => MaybePromise<unknown>;

/** Runs the handler in a transaction. The types of the declaration guarantee that it gets the input it declares. */
function createHandler(route: Route, store: Store): Handler {
  const { handle, handleInSteps } = route;
  const { read, write } = store;
  const authorize = createAuthorize(route);
  const { records: action, deletes } = route;
  const writeFor =
    action === undefined
      ? () => write
      : (call: CallInput) => recordingWrite({ action, deletes }, write, call);
  if (handleInSteps)
    return (call) => {
      call.read = read;
      call.write = writeFor(call);
      call.authorize = (db: Reader) => authorize?.(db, call);
      return handleInSteps(call as never);
    };
  if (!handle) throw new Error(`${route.id} has no handler`);
  const run = (db: Reader, call: CallInput) => {
    call.db = db;
    call.tx = db;
    return mapMaybe(authorize?.(db, call), () => handle(call as never));
  };
  if (route.method === "GET" && action === undefined) return (call) => read((db) => run(db, call));
  return (call) => writeFor(call)((tx) => run(tx, call));
}

/** For tests: the same, and a route that does not do what it declares is an internal error. */
function createCheckedHandler(route: Route, store: Store): Handler {
  const handler = createHandler(route, store);
  return async (call) => {
    try {
      const reply = await handler(call);
      assertAuthorized(route, call);
      return reply;
    } catch (error) {
      assertDeclaredPermission(route, error);
      throw error;
    }
  };
}

function createReplyChecker(id: string, schema: TSchema): (reply: unknown) => void {
  const validator = new LazyValidator(schema);
  return (reply) => {
    // As the client gets it: without undefined values.
    const serialised = reply === undefined ? undefined : JSON.parse(JSON.stringify(reply));
    if (validator.check(serialised)) return;
    throw new Error(
      `${id} sends a reply that it does not declare: ${JSON.stringify(validator.errors(serialised).slice(0, 3))}`,
    );
  };
}
