import { GlobalRegistrator } from "@happy-dom/global-registrator";
import { plugin } from "bun";
import { compileComponents } from "./compile.ts";

// A process that begins with this has a document, and can load components.
GlobalRegistrator.register({ url: "http://localhost/", width: 1280, height: 720 });
plugin(compileComponents);
