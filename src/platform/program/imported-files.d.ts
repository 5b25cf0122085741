/** Files that are imported `with { type: "file" }`: the import is their path, also inside a package. */
declare module "*.gz" {
  const path: string;
  export default path;
}
declare module "swagger-ui-dist/*" {
  const path: string;
  export default path;
}
