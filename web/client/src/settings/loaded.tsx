import { createLoaded } from "@ui/loaded.tsx";
import { t } from "../i18n/i18n.ts";

export const Loaded = createLoaded(t);
