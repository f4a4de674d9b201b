/** Style sheets that esbuild takes into the page: TypeScript is told that such a file may be imported. */
declare module '*.css';
