import { createLoaded } from "@ui/loaded.tsx";
import { t } from "../texts/texts.ts";

export const Loaded = createLoaded(t);
