import { createMemo, onMount } from "solid-js";
import { attempt } from "../components/attempt.ts";
import type { Folder } from "../preferences/folders.ts";
import { foldersIn, formerFoldersIn, orderingIn } from "../preferences/preferences.ts";
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
  storedOrder,
  toStored,
} from "./server-folders.ts";

export type ServerOrder = ReturnType<typeof useServerOrder>;

/** The servers in the order that the user gave them, on whatever client, and in the user's folders. */
export function useServerOrder() {
  const { client, settings } = useConnection();
  const [ordering, setOrdering] = orderingIn(settings);
  const [stored, setFolders] = foldersIn(settings);
  const [former] = formerFoldersIn(settings);
  const rail = createMemo((): Rail => {
    const folders = stored().folders ?? former().folders ?? [];
    const ids = storedOrder(ordering().serverSidebar ?? ordering().servers, folders);
    return { order: inOrder(client.servers.list(), ids).map(({ id }) => id), folders };
  });
  const items = createMemo(() => railItems(rail()));
  const servers = createMemo(() => railOrder(rail()).flatMap((id) => client.servers.get(id) ?? []));

  function apply(next: Rail): void {
    const { sidebar, folders } = toStored(next);
    const isOrdered = sidebar.join() === ordering().serverSidebar?.join();
    const isFiled = JSON.stringify(folders) === JSON.stringify(stored().folders ?? []);
    void attempt(async () => {
      await Promise.all([
        // The servers alone are for clients without folders.
        isOrdered || setOrdering({ servers: next.order, serverSidebar: sidebar }),
        isFiled || setFolders({ folders }),
      ]);
    });
  }
  // Other clients do not know the former key.
  onMount(() => !stored().folders && former().folders?.length && apply(rail()));
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
