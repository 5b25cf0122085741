import { createFailures } from "@ui/failure.tsx";
import { t } from "../texts/texts.ts";

export const { Failure, FailureBoundary, PartBoundary } = createFailures(t);
