import { askToConfirm } from "./confirmation.ts";
import { ApiFailure, readFailure } from "./failure.ts";
import { forgetSession, type Obstacle, session, setObstacle } from "./session.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

interface CallOptions {
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** Fails instead of asking for a code: for calls that nobody has just asked for. */
  readonly isQuiet?: boolean;
}

const maxWaits = 5;
const obstacles: readonly string[] = ["NotPrivileged", "SecondFactorRequired"] satisfies Obstacle[];

/** Calls the API. What is too quick waits, and what needs a confirmation is repeated when there is one. */
export async function call<T = void>(method: Method, path: string, options: CallOptions = {}): Promise<T> {
  for (let waits = 0; ; ) {
    const response = await send(method, path, options);
    if (response.ok) return (response.status === 204 ? undefined : await response.json()) as T;
    const failure = await readFailure(response);
    if (failure.type === "RateLimited" && waits < maxWaits) {
      waits += 1;
      await new Promise((resolve) => setTimeout(resolve, failure.retryAfter));
    } else if (failure.type === "ConfirmationRequired" && !options.isQuiet) await askToConfirm();
    else {
      if (failure.type === "InvalidSession" && session()) forgetSession(true);
      if (obstacles.includes(failure.type)) setObstacle(failure.type as Obstacle);
      throw failure;
    }
  }
}

function send(method: Method, path: string, { body, headers }: CallOptions): Promise<Response> {
  const token = session()?.token;
  const request = {
    method,
    headers: {
      ...(token !== undefined && { "x-session-token": token }),
      ...(body && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  };
  return fetch(`/api${path}`, request).catch(() => {
    throw new ApiFailure("NetworkError");
  });
}

/** A path with those parameters that have a value. */
export function withQuery(path: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value) query.set(name, value);
  return query.size > 0 ? `${path}?${query}` : path;
}
