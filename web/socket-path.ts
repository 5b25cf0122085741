/** Where a page that is served from its sources hears of changes, below the path of the page. */
export const socketPath = "@vite/socket";
