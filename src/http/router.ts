import { invalid } from "../declare/error.ts";
import { assertStorable } from "./schema-decoder.ts";

interface RouteMatch<T> {
  readonly value: T;
  /** Still percent-encoded: the code that decodes them has its own error for bad encoding. */
  readonly params: Record<string, string>;
}

interface RouteLeaf<T> {
  readonly value: T;
  readonly names: readonly string[];
}

/** The routes of one method. */
class MethodRoutes<T> {
  readonly root = new RouteNode<T>();
  /** The matches of paths without parameters. They take precedence, and most need no more than this look-up. */
  readonly literal = new Map<string, RouteMatch<T>>();
}

/** A node of the trie of path segments. */
class RouteNode<T> {
  readonly literals = new Map<string, RouteNode<T>>();
  parameter: RouteNode<T> | undefined;
  leaf: RouteLeaf<T> | undefined;
}

/**
 * Matches paths such as `/users/:target`. From left to right, a literal segment takes precedence over a parameter.
 * It runs for every request: published routers also support patterns, which nothing here needs, and take several
 * times as long.
 */
export class Router<T> {
  readonly #methods = new Map<string, MethodRoutes<T>>();

  add(method: string, path: string, value: T): void {
    const names: string[] = [];
    const routes = this.#methods.get(method) ?? new MethodRoutes<T>();
    this.#methods.set(method, routes);
    let node = routes.root;
    for (const segment of path.split("/").slice(1)) {
      const isParameter = segment.startsWith(":");
      if (isParameter) names.push(segment.slice(1));
      const next: RouteNode<T> =
        (isParameter ? node.parameter : node.literals.get(segment)) ?? new RouteNode();
      if (isParameter) node.parameter = next;
      else node.literals.set(segment, next);
      node = next;
    }
    if (node.leaf) throw new Error(`${method} ${path} is declared twice`);
    node.leaf = { value, names };
    if (names.length === 0) routes.literal.set(path, { value, params: noParams });
  }

  match(method: string, path: string): RouteMatch<T> | undefined {
    const routes = this.#methods.get(method);
    const literal = routes?.literal.get(path);
    if (literal || !routes) return literal;
    const values: string[] = [];
    const leaf = findLeaf(routes.root, path, 1, values);
    if (!leaf) return undefined;
    const params: Record<string, string> = {};
    for (let index = 0; index < values.length; index++) params[leaf.names[index] ?? ""] = values[index] ?? "";
    return { value: leaf.value, params };
  }
}

const noParams: Record<string, string> = Object.freeze({});

/**
 * Finds the leaf below a node, for the segments that begin at `at`. Appends the values of the parameters on its path to
 * `values`.
 */
function findLeaf<T>(
  node: RouteNode<T>,
  path: string,
  at: number,
  values: string[],
): RouteLeaf<T> | undefined {
  if (at > path.length) return node.leaf;
  const slash = path.indexOf("/", at);
  const end = slash < 0 ? path.length : slash;
  const segment = path.slice(at, end);
  const literal = node.literals.get(segment);
  const leaf = literal && findLeaf(literal, path, end + 1, values);
  if (leaf || !node.parameter || segment === "") return leaf;
  const depth = values.push(segment);
  const below = findLeaf(node.parameter, path, end + 1, values);
  if (!below) values.length = depth - 1;
  return below;
}

/**
 * The normalised path, which the router matches: without empty segments (`//`, trailing `/`), with `/api` for the
 * older address `/api/0.8`, and with each segment in one encoding. Only the slash, which would otherwise split its
 * segment, and the percent sign stay encoded.
 */
export function matchedPath(url: string): string {
  const start = pathStart(url);
  if (start < 0) return "/";
  const query = url.indexOf("?", start);
  let path = query < 0 ? url.slice(start) : url.slice(start, query);
  if (path.includes("//")) path = path.replace(/\/{2,}/g, "/");
  if (path.length > 1 && path.endsWith("/")) path = path.slice(0, -1);
  if (path.includes("%")) path = path.split("/").map(normaliseSegment).join("/");
  return path === "/api/0.8" || path.startsWith("/api/0.8/") ? `/api${path.slice(8)}` : path;
}

export function queryOf(url: string): URLSearchParams {
  const mark = url.indexOf("?");
  return new URLSearchParams(mark < 0 ? "" : url.slice(mark + 1));
}

/** Without a usable Host header, Bun's `request.url` is the path alone. */
function pathStart(url: string): number {
  return url.startsWith("/") ? 0 : url.indexOf("/", url.indexOf("://") + 3);
}

function normaliseSegment(segment: string): string {
  try {
    return decodeURIComponent(segment).replace(/[%/]/g, encodeURIComponent);
  } catch {
    // Left as it is: `decodeSegment` fails for it, with an error that the client sees.
    return segment;
  }
}

export function decodeSegment(segment: string): string {
  let text = segment;
  try {
    if (segment.includes("%")) text = decodeURIComponent(segment);
  } catch {
    throw invalid("path: not valid percent-encoding");
  }
  assertStorable(text, "path");
  return text;
}
