import { createAttempts } from "@ui/attempt.ts";
import { t } from "../texts/texts.ts";

export const { attempt } = createAttempts(t);
