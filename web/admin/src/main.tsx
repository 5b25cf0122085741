import "@ui/tokens.css";
import "@ui/forced-colours.css";
import { render } from "solid-js/web";
import { App } from "./app.tsx";
import "./appearance.ts";

const root = document.getElementById("root");
if (root) render(() => <App />, root);
