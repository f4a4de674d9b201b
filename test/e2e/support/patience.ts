/** Milliseconds for a test or a hook: only against those that never end, however busy the machine is. */
jest.setTimeout(900_000);
