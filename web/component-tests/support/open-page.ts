import { toaster } from "@kobalte/core/toast";
import { createComponent } from "solid-js";
import { render as renderInto } from "solid-js/web";
import { Network, useNetwork } from "./network.ts";
import { answerFrom, type Scene } from "./scene.ts";

const open: (() => void)[] = [];

/** Renders the client at an address, for somebody who is logged in and to whom the server tells the scene. */
export const openPage = (path: string, scene: Scene, prepare?: Prepare) => render(path, scene, true, prepare);

/** The same for somebody who is not. */
export const openPublicPage = (path: string, scene: Scene, prepare?: Prepare) =>
  render(path, scene, false, prepare);

/** Answers what a page asks as soon as it is there. */
type Prepare = (network: Network) => void;

async function render(path: string, scene: Scene, isLoggedIn: boolean, prepare?: Prepare): Promise<Network> {
  const network = new Network();
  useNetwork(network);
  answerFrom(scene, network);
  prepare?.(network);
  history.replaceState(null, "", path);
  const { accounts } = await import("../../client/src/session/accounts.ts");
  const { refetchConfiguration } = await import("../../client/src/session/server.ts");
  const { App } = await import("../../client/src/app/app.tsx");
  await refetchConfiguration();
  const { me, sessionId } = scene;
  if (isLoggedIn) accounts.add({ userId: me._id, sessionId, token: "token", name: me.username });
  const root = document.createElement("div");
  document.body.append(root);
  const dispose = renderInto(() => createComponent(App, {}), root);
  open.push(() => {
    dispose();
    accounts.remove(me._id);
    if (network.unanswered.length > 0) throw new Error(`nothing answers ${network.unanswered.join(", ")}`);
  });
  return network;
}

/** Takes the pages of a test away, with all that they have stored. */
export function closePages(): void {
  try {
    for (const close of open.splice(0)) close();
  } finally {
    toaster.clear();
    document.body.replaceChildren();
    const keys = Object.keys(localStorage);
    localStorage.clear();
    // Preferences of the device follow what other tabs store.
    for (const key of keys) dispatchEvent(new StorageEvent("storage", { key }));
  }
}
