import "@ui/tokens.css";
import { render } from "solid-js/web";
import { App } from "./app/app.tsx";

const root = document.getElementById("root");
if (root) render(() => <App />, root);
