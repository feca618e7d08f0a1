// Which failures cost nothing. The service document does not say; this is Spillway's one assumption (assumptions.ts), and
// where the points of the token statistic can tell, they decide instead.

/** The service rejected the request, or found nothing to extract, before it did the work that is billed. */
export const freeFailures: ReadonlySet<number> = new Set([400, 401, 403, 404, 412, 422, 429]);
