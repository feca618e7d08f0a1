// With every paid response a gateway says when the service gave it, in milliseconds since 1970 on its own clock. The history
// of the add-in and that of the gateway know the response by this time.
export const givenAtHeader = 'spillway-at';
