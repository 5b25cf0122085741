import { createFailures } from "@ui/failure.tsx";
import { t } from "../texts/texts.ts";

export const { FailureBoundary } = createFailures(t);
