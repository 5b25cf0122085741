import { ulid } from "ulid";
import type { Folder } from "../preferences/folders.ts";

/** A line of the rail: a server, or a folder with the ids of its servers in their order. */
type RailItem =
  | { readonly id: string; readonly folder?: undefined }
  | { readonly id: string; readonly folder: Folder; readonly servers: readonly string[] };

/** The order of all servers, and the folders that some of them are in. */
export interface Rail {
  readonly order: readonly string[];
  readonly folders: readonly Folder[];
}

const folderOf = (folders: readonly Folder[], id: string) =>
  folders.find(({ servers }) => servers.includes(id));

/**
 * The lines of the rail. A folder is where the first of its servers is in the order, which other clients know without
 * folders; its servers stay together whatever those clients do.
 */
export function railItems({ order, folders }: Rail): RailItem[] {
  const shown = new Set<string>();
  return order.flatMap((id): RailItem[] => {
    const folder = folderOf(folders, id);
    if (!folder) return [{ id }];
    if (shown.has(folder.id)) return [];
    shown.add(folder.id);
    return [{ id: folder.id, folder, servers: order.filter((other) => folder.servers.includes(other)) }];
  });
}

const idsOf = (item: RailItem): readonly string[] => (item.folder ? item.servers : [item.id]);

/** The servers of a stored order, which may have the ids of folders too. Those of a folder are in the folder's order. */
export function storedOrder(ids: readonly string[], folders: readonly Folder[]): readonly string[] {
  const named = (id: string) => folders.find((folder) => folder.id === id) ?? folderOf(folders, id);
  return [...new Set(ids.flatMap((id) => named(id)?.servers ?? id))];
}

/** The rail as all clients with folders store it: the id of a folder before those of its servers, in the same order. */
export function toStored(rail: Rail) {
  const places = new Map(rail.order.map((id, place) => [id, place]));
  const place = (id: string) => places.get(id) ?? rail.order.length;
  return {
    sidebar: railItems(rail).flatMap((item) => (item.folder ? [item.id, ...item.servers] : [item.id])),
    folders: rail.folders.map((folder) => ({
      ...folder,
      servers: folder.servers.toSorted((a, b) => place(a) - place(b)),
    })),
  };
}

/** All servers in the order of the rail. */
export const railOrder = (rail: Rail) => railItems(rail).flatMap(idsOf);

/** Puts a server into a folder, or into none; folders without servers go. */
export function putInFolder(
  folders: readonly Folder[],
  server: string,
  folderId: string | undefined,
): readonly Folder[] {
  return folders
    .map((folder) => {
      const others = folder.servers.filter((id) => id !== server);
      return { ...folder, servers: folder.id === folderId ? [...others, server] : others };
    })
    .filter(({ servers }) => servers.length > 0);
}

/** Puts some servers into a folder of their own. */
export function newFolder(folders: readonly Folder[], ...servers: readonly string[]): readonly Folder[] {
  const rest = servers.reduce((left, server) => putInFolder(left, server, undefined), folders);
  return [...rest, { id: `folder-${ulid()}`, name: "", servers }];
}

/** Puts ids next to others in an order. */
function place(
  order: readonly string[],
  moved: readonly string[],
  target: string | undefined,
  edge: "before" | "after",
): readonly string[] {
  const rest = order.filter((id) => !moved.includes(id));
  const at = target === undefined ? -1 : rest.indexOf(target);
  if (at < 0) return [...rest, ...moved];
  return rest.toSpliced(edge === "before" ? at : at + 1, 0, ...moved);
}

/** Whether one line can be put where another one is: folders do not go into folders. */
export function mayDrop({ folders }: Rail, id: string, target: string): boolean {
  return !folders.some((folder) => folder.id === id) || !folderOf(folders, target);
}

/** Puts a server or folder where it was dropped: next to a line, or on a server or folder, which makes them one. */
export function dropInRail(
  rail: Rail,
  id: string,
  { id: target, edge }: { readonly id: string; readonly edge: "before" | "after" | "on" },
): Rail {
  const order = railOrder(rail);
  const items = railItems(rail);
  const moved = items.find((item) => item.id === id);
  const onto = items.find((item) => item.id === target);
  const ids = moved ? idsOf(moved) : [id];
  const last = onto ? idsOf(onto).at(-1) : target;
  if (moved?.folder) {
    const next = edge === "before" && onto ? idsOf(onto)[0] : last;
    return { ...rail, order: place(order, ids, next, edge === "before" ? "before" : "after") };
  }
  if (edge === "on") {
    const folder = onto?.folder;
    const folders = folder ? putInFolder(rail.folders, id, folder.id) : newFolder(rail.folders, target, id);
    return { order: place(order, [id], last === id ? undefined : last, "after"), folders };
  }
  const first = onto ? idsOf(onto)[0] : target;
  return {
    order: place(order, [id], edge === "before" ? first : last, edge),
    // Next to a server of a folder is inside of it.
    folders: putInFolder(rail.folders, id, onto ? undefined : folderOf(rail.folders, target)?.id),
  };
}
