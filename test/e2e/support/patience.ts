import http from 'node:http';

/** Milliseconds for a test or a hook: only against those that never end, however busy the machine is. */
jest.setTimeout(900_000);

// One connection for each request: n8n may have closed one that is left from the file before, and a busy worker would
// notice only as it writes to it.
http.globalAgent = new http.Agent();
