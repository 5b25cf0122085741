import { RegExpRouter } from "hono/router/reg-exp-router";
import { SmartRouter } from "hono/router/smart-router";
import { TrieRouter } from "hono/router/trie-router";

export interface Match<T> {
  readonly found: T;
  /** Still percent-encoded: decoding them is where bad encoding gets an error of its own. */
  readonly params: Record<string, string>;
}

/**
 * Hono's router by itself: its request context costs as much as a whole small request, and nothing here needs
 * it. A path without parameters wins over all others, and is found without it.
 */
export class Router<T> {
  readonly #literal = new Map<string, Match<T>>();
  readonly #router = new SmartRouter<T>({ routers: [new RegExpRouter(), new TrieRouter()] });

  /** Of two paths with parameters that both fit, the one added first wins. */
  add(method: string, path: string, found: T): void {
    if (path.includes(":")) this.#router.add(method, path, found);
    else this.#literal.set(`${method} ${path}`, { found, params: {} });
  }

  match(method: string, path: string): Match<T> | undefined {
    const literal = this.#literal.get(`${method} ${path}`);
    if (literal) return literal;
    const [candidates, stash] = this.#router.match(method, path);
    const first = candidates[0];
    if (!first) return undefined;
    const params: Record<string, string> = {};
    const places = first[1];
    for (const name in places) {
      const place = places[name];
      params[name] = (stash && typeof place === "number" ? stash[place] : String(place)) ?? "";
    }
    return { found: first[0], params };
  }
}
