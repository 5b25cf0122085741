import "@ui/tokens.css";
import "@ui/forced-colours.css";
import { render } from "solid-js/web";
import { App } from "./app/app.tsx";
import { registerServiceWorker } from "./notifications/push.ts";

const root = document.getElementById("root");
void registerServiceWorker();
if (root) render(() => <App />, root);
