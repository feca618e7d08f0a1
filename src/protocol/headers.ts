// The headers in which gateway and add-in tell each other what the service's own response does not say.

/** On every response of a gateway; a plain file server or a proxy on the way does not send it. */
export const gatewayHeader = 'spillway-gateway';
/** `hit`: nothing was sent; `shared`: joined another's call; `miss`: this request caused the call. */
export const cacheHeader = 'spillway-cache';
/** Credits that this response cost whoever asked; where it is missing, nobody knows. */
export const creditsHeader = 'spillway-credits';
/** When the service gave a paid response, in milliseconds since 1970 on the gateway's clock. Both histories know it by this time. */
export const givenAtHeader = 'spillway-at';
/** The service's own status, where browsers would act on it by themselves. */
export const statusHeader = 'spillway-status';
/** `gateway`: the sentence in the body is the gateway's, not the service's. */
export const detailHeader = 'spillway-detail';
/** From the add-in: parameters to be sent to the service as they are, although its documentation does not know them. */
export const rawHeader = 'spillway-raw';
/** A budget that is nearly used up. */
export const budgetHeader = 'spillway-budget';

/** Nothing was paid for this response. */
export const free = { [creditsHeader]: '0' } as const;
