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

const everything: ReadySelection = { fields: new Set(readyFields), settings: "all" };

/** Reads the query of the address. The last value counts if a parameter is repeated, except for `ready`. */
export function readConnectQuery(query: URLSearchParams): ConnectQuery {
  const last = (name: string) => query.getAll(name).at(-1);
  const [version = "1", format = "json"] = [last("version"), last("format")];
  return {
    format: format === "msgpack" ? "msgpack" : "json",
    refused: version !== "1" || (format !== "json" && format !== "msgpack"),
    token: last("token") || undefined,
    ready: query.has("ready") ? readSelection(query.getAll("ready")) : everything,
    resume: readResume(last("resume"), last("connection")),
  };
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
