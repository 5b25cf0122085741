import { fields, fieldsOf, isText, listOf } from "./schemas.ts";

/** How many servers a folder has: settings have a bound. */
const mostServers = 200;

/** The colours that this client offers; other clients may store any colour of CSS. */
export const folderColours = ["red", "yellow", "green", "blue"] as const;
/** Servers that the rail shows as one. */
export interface Folder {
  readonly id: string;
  /** Empty for the names of its servers. */
  readonly name: string;
  readonly colour?: string | undefined;
  readonly servers: readonly string[];
}
const mostFolders = 100;
const longestText = 64;
const standardFolder: Folder = { id: "", name: "", colour: undefined, servers: [] };
const folderSchema = fields(standardFolder, {
  id: (stored) => (isText(stored) ? stored.slice(0, longestText) : undefined),
  name: (stored) => (isText(stored) ? stored.slice(0, longestText) : undefined),
  // Earlier versions stored "none".
  colour: (stored) => (isText(stored) && stored !== "none" ? stored.slice(0, longestText) : undefined),
  servers: (stored) => listOf(isText)(stored)?.slice(-mostServers),
});
/** Undefined if nothing is stored. */
export const standardFolders: { readonly folders: readonly Folder[] | undefined } = { folders: undefined };
export const foldersSchema = fields(standardFolders, {
  folders(stored) {
    if (!Array.isArray(stored)) return undefined;
    // What other clients keep in a folder stays there.
    const all = stored.slice(0, mostFolders).map((each) => ({ ...fieldsOf(each), ...folderSchema(each) }));
    return all.filter((each): each is Folder => each.id !== undefined && each.id !== "");
  },
});
