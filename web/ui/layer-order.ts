import type { Plugin } from "vite";

/** Puts the order of the layers at the top of every stylesheet, so that the order in which they load decides nothing. */
export const layerOrder: Plugin = {
  name: "layer-order",
  enforce: "pre",
  transform: {
    filter: { id: /\.css$/ },
    handler: (code) => `@layer reset, tokens, ui, features, forced-colours;\n${code}`,
  },
};
