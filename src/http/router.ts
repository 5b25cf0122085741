export interface RouteMatch<T> {
  readonly found: T;
  /** Still percent-encoded: decoding them is where bad encoding gets an error of its own. */
  readonly params: Record<string, string>;
}

interface RouteLeaf<T> {
  readonly found: T;
  readonly names: readonly string[];
}

/** What paths that begin alike have in common: where the next segment leads. */
class RouteNode<T> {
  readonly literals = new Map<string, RouteNode<T>>();
  parameter: RouteNode<T> | undefined;
  goal: RouteLeaf<T> | undefined;
}

/**
 * Finds what stands at a path, such as `/users/:target`. A literal segment wins over a parameter, from the left on.
 * Small, because it is on the way of every request: the routers of the field also know patterns, which nothing here
 * needs, and take several times as long.
 */
export class Router<T> {
  readonly #methods = new Map<string, RouteNode<T>>();

  add(method: string, path: string, found: T): void {
    const names: string[] = [];
    let fork = this.#methods.get(method) ?? new RouteNode<T>();
    this.#methods.set(method, fork);
    for (const segment of path.split("/").slice(1)) {
      const isParameter = segment.startsWith(":");
      if (isParameter) names.push(segment.slice(1));
      const next: RouteNode<T> =
        (isParameter ? fork.parameter : fork.literals.get(segment)) ?? new RouteNode();
      if (isParameter) fork.parameter = next;
      else fork.literals.set(segment, next);
      fork = next;
    }
    if (fork.goal) throw new Error(`${method} ${path} leads to two places`);
    fork.goal = { found, names };
  }

  match(method: string, path: string): RouteMatch<T> | undefined {
    const start = this.#methods.get(method);
    const values: string[] = [];
    const goal = start && follow(start, path.split("/"), 1, values);
    if (!goal) return undefined;
    const params: Record<string, string> = {};
    for (let index = 0; index < values.length; index++) params[goal.names[index] ?? ""] = values[index] ?? "";
    return { found: goal.found, params };
  }
}

/** Where the segments lead from a fork; `values` are those of the parameters on the way. */
function follow<T>(
  fork: RouteNode<T>,
  segments: readonly string[],
  at: number,
  values: string[],
): RouteLeaf<T> | undefined {
  const segment = segments[at];
  if (segment === undefined) return fork.goal;
  const literal = fork.literals.get(segment);
  const goal = literal && follow(literal, segments, at + 1, values);
  if (goal || !fork.parameter || segment === "") return goal;
  const depth = values.push(segment);
  const beyond = follow(fork.parameter, segments, at + 1, values);
  if (!beyond) values.length = depth - 1;
  return beyond;
}
