// For servers in tests. Node closes a connection that was idle for five seconds; on a busy machine a client may send on it
// at that moment, and its request fails for no fault of the product.
export const longKept = { keepAliveTimeout: 65_000 };
