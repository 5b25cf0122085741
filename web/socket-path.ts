/** Where a page that is served from its sources learns of changes, below the path of the page. */
export const socketPath = "@vite/socket";
