import { lazy, Match, Suspense, Switch } from "solid-js";
import { listenToShortcuts } from "../components/shortcuts.ts";
import { useClient } from "../session/context.tsx";
import { createSteps } from "./step-channels.ts";

const QuickSwitcher = lazy(() => import("./quick-switcher.tsx"));
const KeyboardPage = lazy(() => import("../components/keyboard-page.tsx"));

/** What keys of the whole client open above any page. */
export function Panels() {
  const { panel, close } = listenToShortcuts(createSteps(useClient()));
  return (
    <Suspense>
      <Switch>
        <Match when={panel() === "switcher"}>
          <QuickSwitcher onClose={close} />
        </Match>
        <Match when={panel() === "keyboard"}>
          <KeyboardPage onClose={close} />
        </Match>
      </Switch>
    </Suspense>
  );
}
