import { fields, isText, listOf, oneOf } from "./schemas.ts";

/** How many servers a folder has: settings have a bound. */
const mostServers = 200;

export const folderColours = ["none", "red", "yellow", "green", "blue"] as const;
/** Servers that the rail shows as one. */
export interface Folder {
  readonly id: string;
  /** Empty for the names of its servers. */
  readonly name: string;
  readonly colour: (typeof folderColours)[number];
  readonly servers: readonly string[];
}
const mostFolders = 100;
const standardFolder: Folder = { id: "", name: "", colour: "none", servers: [] };
const folderSchema = fields(standardFolder, {
  id: (stored) => (isText(stored) ? stored.slice(0, 32) : undefined),
  name: (stored) => (isText(stored) ? stored.slice(0, 32) : undefined),
  colour: oneOf(...folderColours),
  servers: (stored) => listOf(isText)(stored)?.slice(-mostServers),
});
export const standardFolders: { readonly folders: readonly Folder[] } = { folders: [] };
export const foldersSchema = fields(standardFolders, {
  folders(stored) {
    const all = (Array.isArray(stored) ? stored : []).slice(0, mostFolders);
    return all.flatMap((each) => folderSchema(each) ?? []).filter(({ id }) => id !== "");
  },
});
