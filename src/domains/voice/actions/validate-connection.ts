import type { EndpointReply } from "../../../declare/endpoint.ts";
import type { Fail } from "../../../declare/error.ts";
import type { Services } from "../../../declare/services.ts";
import type { Reader } from "../../../declare/tx.ts";
import type { ValidatePath } from "../../../platform/voice/port.ts";
import { notAllowed } from "../../../platform/voice/signal-admission.ts";
import { findToken } from "../../../platform/voice/signal-sockets.ts";
import { mayConnect } from "./may-connect.ts";

interface ConnectionCheck {
  readonly request: Request;
  readonly query: URLSearchParams;
  readonly services: Services;
  readonly fail: Fail<"NotFound">;
  read<T>(work: (db: Reader) => Promise<T>): Promise<T>;
}

/** Says whether a client may connect, as this server and LiveKit see it. Clients ask after a connection failed, and show the reason. */
export async function validateConnection(
  { request, query, services, fail, read }: ConnectionCheck,
  path: ValidatePath,
): Promise<EndpointReply> {
  const signalling = services.voice?.signalling;
  if (!signalling) throw fail("NotFound");
  const headers = { "content-type": "text/plain; charset=utf-8" };
  const holder = await signalling.readToken(findToken(request, query) ?? "");
  if (holder && !(await read((db) => mayConnect(db, holder))))
    return { status: 401, headers, body: notAllowed };
  try {
    const authorization = request.headers.get("authorization");
    const { status, text } = await signalling.validate(path, query, authorization);
    return { status, headers, body: text };
  } catch (error) {
    services.log.warn({ err: error }, "the LiveKit server did not answer");
    // Clients try again after a status of 5xx, and give up after one of 4xx.
    return { status: 503, headers, body: "LiveKit is not running" };
  }
}
