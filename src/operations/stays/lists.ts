// Closed lists of the lodging search that a formula in the cache needs: their values are not all in lower case.

export const starRatings = ['1', '2', '3', '4', '5'] as const;

export const destinationKinds = [
  'CITY',
  'REGION',
  'DISTRICT',
  'COUNTRY',
  'AIRPORT',
  'LANDMARK',
  'HOTEL',
  'THEME',
  'LATLONG',
] as const;
