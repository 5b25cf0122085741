// Requests that wait for rate limits, and that are repeated while the other service is down.
export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Longer each time, and random, so that not all clients come back at the same moment. */
export const backoff = (failures) => Math.min(1_000 * 2 ** failures, 60_000) * (0.5 + Math.random() / 2);

/** A request that was refused, and would be refused again. */
export class Refusal extends Error {
  constructor(what, status, text) {
    super(`${what}: ${status} ${text}`);
    this.status = status;
  }
}

/**
 * Makes the requests of one service. `retryAfter` reads the wait in milliseconds from the body of a 429. `what` replaces
 * the address in errors: that of a webhook contains its token.
 */
export function createCaller({ base, credential, retryAfter }) {
  return async function call(method, path, { body, form, headers, what = `${method} ${path}` } = {}) {
    const isRelative = path.startsWith("/");
    const json = form ? {} : { "content-type": "application/json" };
    for (let failures = 0; ; ) {
      const response = await fetch(isRelative ? base + path : path, {
        method,
        // The credential is for this service alone, whatever address somebody puts into the configuration.
        headers: { ...json, ...(isRelative && credential), ...headers },
        body: form ?? JSON.stringify(body),
        signal: AbortSignal.timeout(60_000),
      }).catch(({ message }) => console.error(`${what}: ${message}`));
      if (response?.ok) return response.status === 204 ? undefined : response.json();
      if (response?.status === 429) {
        await sleep(retryAfter(await response.json().catch(() => ({}))));
        continue;
      }
      if (response && response.status < 500) throw new Refusal(what, response.status, await response.text());
      await sleep(backoff(failures++));
    }
  };
}

/** The content of a file, or undefined if it is too large, gone or too slow; then a link has to do. */
export async function download({ url, size }, maxBytes) {
  if (size > maxBytes) return undefined;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(60_000) });
    const announced = Number(response.headers.get("content-length") ?? 0);
    if (!response.ok || announced > maxBytes) return undefined;
    const content = await response.blob();
    return content.size > maxBytes ? undefined : content;
  } catch ({ message }) {
    console.error(`${url}: ${message}`);
    return undefined;
  }
}
