import type { Routes } from "../../../protocol/types.ts";

export type Method = "get" | "post" | "put" | "patch" | "delete";

type Key = keyof Routes;

/** The path of a route as a type that paths with values match: a string for each parameter. */
type PathPattern<P extends string> = P extends `${infer Before}{${string}}${infer After}`
  ? `${Before}${string}${PathPattern<After>}`
  : P;

type IfSame<A, B, Result> = [A] extends [B] ? ([B] extends [A] ? Result : never) : never;

/** The route that a path belongs to. */
type RouteFor<M extends Method, P extends string> = {
  [K in Key]: K extends `${M} ${infer Path}` ? IfSame<PathPattern<Path>, P, K> : never;
}[Key];

/** The paths that have a method. */
export type PathOf<M extends Method> = {
  [K in Key]: K extends `${M} ${infer Path}` ? PathPattern<Path> : never;
}[Key];

type Field<R, Name extends string> = R extends { readonly [F in Name]: infer Value } ? Value : undefined;

export type QueryOf<M extends Method, P extends string> = Field<Routes[RouteFor<M, P>], "query">;
export type BodyOf<M extends Method, P extends string> = Field<Routes[RouteFor<M, P>], "body">;
export type ReplyOf<M extends Method, P extends string> = Routes[RouteFor<M, P>]["reply"];
