import { createHash } from "node:crypto";
import { idOf, timeOfId } from "../../src/platform/ids/ids.ts";

type Kind = "server" | "channel" | "role" | "user" | "emoji" | "webhook";

/**
 * The id that an object of another host has here: always the same one, so that a second import finds what the first one
 * wrote. Ids are not kept: whoever writes an archive could otherwise name objects of this host in it. It has the same
 * time, so that everything keeps its age.
 */
export function movedId(kind: Kind, id: string): string {
  const digest = createHash("sha256").update(`ermine ${kind} ${id}`).digest();
  return idOf(timeOfId(id), digest.readUIntBE(0, 5), digest.readUIntBE(5, 5));
}

/** The same for a file, in the form that uploads have. */
export function movedFileId(id: string): string {
  return createHash("sha256").update(`ermine file ${id}`).digest("base64url").slice(0, 42);
}
