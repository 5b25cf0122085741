import { type ErrorSpec, errorCatalogue } from "./error-catalogue.ts";

export type ErrorName = keyof typeof errorCatalogue;

type FieldType<K> = K extends "string" ? string : number;
type ExtraOf<N extends ErrorName> = (typeof errorCatalogue)[N] extends { extra: infer X }
  ? { [F in keyof X]: FieldType<X[F]> }
  : never;
type ExtraArguments<N extends ErrorName> = [ExtraOf<N>] extends [never] ? [] : [extra: ExtraOf<N>];

/** Creates one of the declared errors: `throw fail("NotFound")`. */
export type Fail<E extends ErrorName> = <N extends E>(name: N, ...extra: ExtraArguments<N>) => ApiError;

export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly type: ErrorName;
  readonly extra: Readonly<Record<string, unknown>>;
  readonly status: number;

  constructor(type: ErrorName, extra: Readonly<Record<string, unknown>> = {}, status?: number) {
    super(type);
    this.type = type;
    this.extra = extra;
    this.status = status ?? errorCatalogue[type].status;
  }
}

export const fail: Fail<ErrorName> = (name, ...[extra]) => new ApiError(name, extra);

export function invalid(problem: string): ApiError {
  return new ApiError("FailedValidation", { error: problem });
}

export { type ErrorSpec, errorCatalogue };
