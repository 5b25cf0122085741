import { type ReadyField, type ReadySelection, readyFields } from "../declare/ready.ts";

export interface ConnectQuery {
  readonly format: "json" | "msgpack";
  /** Whether the client asks for a version or format that does not exist. */
  readonly refused: boolean;
  readonly token: string | undefined;
  readonly ready: ReadySelection;
  /** What the client wants to resume; "later" if only this connection is to be one that it can resume. */
  readonly resume?: ResumeRequest | "later" | undefined;
}

/** The position of the last packet that a client has of a connection, and the id of that connection. */
export interface ResumeRequest {
  readonly position: string;
  readonly connection: string;
}

type QueryPair = readonly [name: string, value: string];

/** The parameters of an address. Most have no escapes, and URLSearchParams takes several times as long for those. */
export function queryPairsOf(url: string): Iterable<QueryPair> {
  const mark = url.indexOf("?");
  const query = mark < 0 ? "" : url.slice(mark + 1);
  if (/[%+]/.test(query)) return new URLSearchParams(query);
  const pairs: QueryPair[] = [];
  for (const part of query.split("&")) {
    const end = part.indexOf("=");
    if (part !== "") pairs.push(end < 0 ? [part, ""] : [part.slice(0, end), part.slice(end + 1)]);
  }
  return pairs;
}

const everything: ReadySelection = { fields: new Set(readyFields), settings: "all" };

/** Reads the query of the address. The last value counts if a parameter is repeated, except for `ready`. */
export function readConnectQuery(query: Iterable<QueryPair>): ConnectQuery {
  const pairs = [...query];
  const last = new Map(pairs);
  const [version = "1", format = "json"] = [last.get("version"), last.get("format")];
  return {
    format: format === "msgpack" ? "msgpack" : "json",
    refused: version !== "1" || (format !== "json" && format !== "msgpack"),
    token: last.get("token") || undefined,
    ready: last.has("ready") ? readSelection(valuesOf("ready", pairs)) : everything,
    resume: readResume(last.get("resume"), last.get("connection")),
  };
}

function valuesOf(wanted: string, pairs: readonly QueryPair[]): string[] {
  return pairs.flatMap(([name, value]) => (name === wanted ? [value] : []));
}

function readResume(position: string | undefined, connection: string | undefined): ConnectQuery["resume"] {
  if (!position) return undefined;
  return connection ? { position, connection } : "later";
}

function readSelection(values: readonly string[]): ReadySelection {
  const fields = new Set<ReadyField>();
  const settings: string[] = [];
  for (const value of values) {
    const name = /^user_settings\[(.*)\]$/s.exec(value)?.[1];
    if (name !== undefined) {
      fields.add("user_settings");
      settings.push(name);
    } else if ((readyFields as readonly string[]).includes(value)) fields.add(value as ReadyField);
  }
  return { fields, settings: values.includes("user_settings") ? "all" : settings };
}
