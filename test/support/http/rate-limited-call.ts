import type { TestServer } from "../server/server.ts";

export interface RateLimitedCall {
  readonly token?: string;
  /** Token of a bot. */
  readonly bot?: string;
  /** X-Forwarded-For. */
  readonly from?: string;
}

export interface RateLimitedResponse {
  readonly status: number;
  readonly limit: number;
  readonly bucket: string | null;
  readonly remaining: number;
  readonly resetAfter: number;
  readonly body: string;
}

/** Makes a call such as `GET /users/@me`, and reads the rate limit headers of the response. */
export async function callRateLimited(
  { url }: TestServer,
  request: string,
  { token, bot, from }: RateLimitedCall = {},
): Promise<RateLimitedResponse> {
  const [method = "", path = ""] = request.split(" ");
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

/** Makes calls one after another and counts those that were not answered with 429. */
export async function countAdmitted(
  server: TestServer,
  count: number,
  request: string,
  caller: RateLimitedCall = {},
): Promise<number> {
  const responses: RateLimitedResponse[] = [];
  for (let done = 0; done < count; done++) responses.push(await callRateLimited(server, request, caller));
  return responses.filter(({ status }) => status !== 429).length;
}
