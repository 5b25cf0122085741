import { IsVoid, type TObject, type TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { fail } from "../declare/error.ts";
import type { Route } from "../declare/route.ts";
import type { Services } from "../declare/services.ts";
import { consumeTicket } from "../domains/accounts/index.ts";
import type { Store } from "../platform/database/store.ts";
import { type Admission, compileAdmission, readQuery } from "./admit.ts";
import { admitCaller } from "./identify.ts";
import { readJson } from "./read-body.ts";
import { decodeSegment } from "./request-path.ts";
import { type Headers, json, noContent } from "./respond.ts";
import type { KnownSession } from "../domains/users/index.ts";

export interface MountParts {
  readonly store: Store;
  readonly services: Services;
  /** Hold every reply against its schema; tests do. */
  readonly checkReplies: boolean;
}

/** A call that has been identified and counted. */
export interface CountedCall {
  readonly request: Request;
  readonly session: KnownSession | undefined;
  /** Asked only where it matters: finding it takes time. */
  readonly address: () => string;
  /** Still percent-encoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly headers: Headers;
}

/** What is left of a request after it was identified and counted: may they call, inputs, handler, reply. */
export function mountRoute(route: Route, parts: MountParts): (call: CountedCall) => Promise<Response> {
  const { store, services } = parts;
  const inputs = compileInputs(route, services.config.http.body_limit);
  const perform = performer(route, store);
  const checkReply = parts.checkReplies ? replyChecker(route.id, route.reply) : () => {};
  const empty = IsVoid(route.reply);

  return async ({ request, session, address, params, headers }) => {
    const caller = admitCaller(route.auth, session);
    if (route.ticket && caller) {
      const ticket = request.headers.get("x-mfa-ticket");
      await store.write((tx) => consumeTicket(tx, ticket, caller.userId));
    }
    const input = await inputs(request, params);
    const reply = await perform({ ...input, caller, address, services, fail });
    checkReply(reply);
    return empty ? noContent(headers) : json(200, reply, headers);
  };
}

function compileInputs(route: Route, bodyLimit: number) {
  const { query, headers, body } = route;
  const none = () => undefined;
  const takeQuery = query ? queryReader(query) : none;
  const takeHeaders = headers ? headerReader(headers) : none;
  const admitBody: Admission | undefined = body && compileAdmission(body);
  return async (request: Request, encoded: CountedCall["params"]) => {
    const params: Record<string, string> = {};
    for (const name in encoded) params[name] = decodeSegment(encoded[name] ?? "");
    return {
      params,
      query: takeQuery(request),
      headers: takeHeaders(request),
      body: admitBody?.(await readJson(request, bodyLimit)),
    };
  };
}

function queryReader(schema: TObject): (request: Request) => unknown {
  const admit = compileAdmission(schema);
  return (request) => admit(readQuery(schema, new URL(request.url).searchParams));
}

function headerReader(schema: TObject): (request: Request) => unknown {
  const admit = compileAdmission(schema);
  const names = Object.keys(schema.properties);
  return (request) => admit(Object.fromEntries(names.map((name) => [name, request.headers.get(name) ?? undefined])));
}

function performer(route: Route, store: Store): (call: object) => Promise<unknown> {
  const { handle, handleInSteps } = route;
  // The declaration's types make sure that the handler gets just what it asked for.
  if (handleInSteps) return (call) => handleInSteps({ ...call, read: store.read, write: store.write } as never);
  if (!handle) throw new Error(`${route.id} has no handler`);
  if (route.method === "GET") return (call) => store.read((db) => handle({ ...call, db } as never));
  return (call) => store.write((tx) => handle({ ...call, tx } as never));
}

function replyChecker(id: string, schema: TSchema): (reply: unknown) => void {
  const validator = Compile(schema);
  return (reply) => {
    // As the client will see it: without undefined values.
    const seen = reply === undefined ? undefined : JSON.parse(JSON.stringify(reply));
    if (validator.Check(seen)) return;
    throw new Error(`${id} answers what it does not declare: ${JSON.stringify(validator.Errors(seen).slice(0, 3))}`);
  };
}
