const header = "content-security-policy";

/** What the scripts of Vite need beyond the built pages: styles that they insert, and a worker that they write. */
const added: Readonly<Record<string, string>> = {
  "style-src": "'unsafe-inline'",
  "worker-src": "blob:",
};

/** The same policy as for the built pages, but for that: who breaks it notices so while developing. */
export function allowLiveSources(headers: Readonly<Record<string, string>>): Record<string, string> {
  const directives = new Map(
    (headers[header] ?? "").split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources];
    }),
  );
  for (const [name, source] of Object.entries(added))
    directives.set(name, [...(directives.get(name) ?? []), source]);
  const policy = [...directives].map(([name, sources]) => [name, ...sources].join(" ")).join("; ");
  return { ...headers, [header]: policy };
}
