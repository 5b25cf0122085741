import { createMemo } from "solid-js";
import { attempt } from "../components/attempt.ts";
import type { Folder } from "../preferences/folders.ts";
import { foldersIn, orderingIn } from "../preferences/preferences.ts";
import { useConnection } from "../session/context.tsx";
import { inOrder } from "./ordering.ts";
import {
  dropInRail,
  mayDrop,
  newFolder,
  putInFolder,
  type Rail,
  railItems,
  railOrder,
} from "./server-folders.ts";

export type ServerOrder = ReturnType<typeof useServerOrder>;

/** The servers in the order that the user gave them, on whatever client, and in the user's folders. */
export function useServerOrder() {
  const { client, settings } = useConnection();
  const [ordering, setOrdering] = orderingIn(settings);
  const [stored, setFolders] = foldersIn(settings);
  const rail = createMemo(
    (): Rail => ({
      order: inOrder(client.servers.list(), ordering().servers).map(({ id }) => id),
      folders: stored().folders,
    }),
  );
  const items = createMemo(() => railItems(rail()));
  const servers = createMemo(() => railOrder(rail()).flatMap((id) => client.servers.get(id) ?? []));

  /** All clients know the order; the folders are this client's own. */
  function apply({ order, folders }: Rail): void {
    void attempt(async () => {
      const isOrdered = order.join() === ordering().servers.join();
      const writes = [
        ...(isOrdered ? [] : [setOrdering({ servers: order })]),
        ...(folders === stored().folders ? [] : [setFolders({ folders })]),
      ];
      await Promise.all(writes);
    });
  }
  const withFolders = (folders: readonly Folder[]) =>
    apply({ order: railOrder({ order: rail().order, folders }), folders });

  /** The neighbours of a server or folder: of a server in a folder, those in there. */
  function siblings(id: string): readonly string[] {
    const folder = rail().folders.find((each) => each.servers.includes(id));
    const open = items().find((item) => item.id === folder?.id);
    return open?.folder ? open.servers : items().map((item) => item.id);
  }

  return {
    items,
    servers,
    folders: () => items().flatMap(({ folder }) => folder ?? []),
    folderOf: (id: string) => rail().folders.find((each) => each.servers.includes(id)),
    mayDrop: (id: string, target: string) => mayDrop(rail(), id, target),
    drop: (id: string, landing: Parameters<typeof dropInRail>[2]) => apply(dropInRail(rail(), id, landing)),
    mayStep: (id: string, by: -1 | 1) => siblings(id)[siblings(id).indexOf(id) + by] !== undefined,
    step(id: string, by: -1 | 1): void {
      const target = siblings(id)[siblings(id).indexOf(id) + by];
      if (target !== undefined)
        apply(dropInRail(rail(), id, { id: target, edge: by < 0 ? "before" : "after" }));
    },
    create: (server: string) => withFolders(newFolder(rail().folders, server)),
    put: (server: string, folderId: string | undefined) =>
      withFolders(putInFolder(rail().folders, server, folderId)),
    change: (folderId: string, changes: Partial<Folder>) =>
      withFolders(rail().folders.map((each) => (each.id === folderId ? { ...each, ...changes } : each))),
    dissolve: (folderId: string) => withFolders(rail().folders.filter(({ id }) => id !== folderId)),
  };
}
