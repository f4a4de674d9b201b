/**
 * What the binary data of a page says it is: plain text, though its name ends in `.html`.
 *
 * n8n's server (1.123, 2.0 and 2.41, `ViewableMimeTypes`) shows files of listed types only, and its editor (2.41) offers
 * View for no others. text/html is not on the list. How a file is shown depends on its `fileType`. Delete this when
 * text/html is on the list.
 */
export const VIEWABLE_PAGE = { mimeType: 'text/plain', fileType: 'html' } as const;
