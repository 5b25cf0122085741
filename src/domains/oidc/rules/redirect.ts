import type { EndpointReply } from "../../../declare/endpoint.ts";

export const cookieName = "ermine_sign_in";

export function redirectTo(location: string, cookie?: string): EndpointReply {
  // What is in these addresses works once, and belongs into no cache and no Referer.
  const headers = { location, "cache-control": "no-store", "referrer-policy": "no-referrer" };
  return {
    status: 302,
    headers: cookie === undefined ? headers : { ...headers, "set-cookie": cookie },
    body: null,
  };
}

export function cookieOf(request: Request): string | undefined {
  const cookies = (request.headers.get("cookie") ?? "").split(/;\s*/);
  return cookies.find((cookie) => cookie.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1);
}
