/** Style sheets that esbuild takes into the page: the import of one is known to TypeScript. */
declare module '*.css';
