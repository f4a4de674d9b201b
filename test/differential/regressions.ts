/** Values node and service once disagreed about, by operation and parameter of the service. */
export const regressions: Array<{ operation: string; wire: string; value: unknown }> = [];
