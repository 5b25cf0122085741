import type { TestServer } from "./server.ts";

export interface Call {
  readonly token?: string;
  /** Token of a bot. */
  readonly bot?: string;
  /** X-Forwarded-For. */
  readonly from?: string;
}

export interface Counted {
  readonly status: number;
  readonly limit: number;
  readonly bucket: string | null;
  readonly remaining: number;
  readonly resetAfter: number;
  readonly body: string;
}

/** Makes a call such as `GET /users/@me`, and reads how it was counted. */
export async function call(
  { url }: TestServer,
  what: string,
  { token, bot, from }: Call = {},
): Promise<Counted> {
  const [method = "", path = ""] = what.split(" ");
  const headers = {
    ...(token !== undefined && { "x-session-token": token }),
    ...(bot !== undefined && { "x-bot-token": bot }),
    ...(from !== undefined && { "x-forwarded-for": from }),
  };
  const response = await fetch(`${url}/api${path}`, { method, headers });
  const number = (name: string) => Number(response.headers.get(name) ?? "NaN");
  return {
    status: response.status,
    limit: number("x-ratelimit-limit"),
    bucket: response.headers.get("x-ratelimit-bucket"),
    remaining: number("x-ratelimit-remaining"),
    resetAfter: number("x-ratelimit-reset-after"),
    body: await response.text(),
  };
}

/** How many of these calls, one after another, were not refused. */
export async function admitted(
  server: TestServer,
  count: number,
  what: string,
  who: Call = {},
): Promise<number> {
  const answers: Counted[] = [];
  for (let done = 0; done < count; done++) answers.push(await call(server, what, who));
  return answers.filter(({ status }) => status !== 429).length;
}
