// Where the gateway is asked for a response it already keeps. A path and not a header: a server that does not know it returns
// 404, where it would ignore a header and forward a request that is billed.
export const cachedPrefix = '/cached';
