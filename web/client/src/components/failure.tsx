import { createFailures } from "@ui/failure.tsx";
import { t } from "../i18n/i18n.ts";

export const { Failure, FailureBoundary, ComponentBoundary } = createFailures(t);
