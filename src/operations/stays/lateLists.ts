// The long lists of the lodging search as the table has them before anything is checked or offered: empty. They are a tenth
// of the code that a formula in the cache would wait for, and it needs none of them; valueHints.ts fills them.

export const lateLists = {
  propertyAmenities: [] as string[],
  roomAmenities: [] as string[],
  activities: [] as string[],
  propertyTypes: [] as string[],
  propertyAccessibility: [] as string[],
  roomAccessibility: [] as string[],
  mealPlans: [] as string[],
  bedTypes: [] as string[],
  travelGroups: [] as string[],
  bookingPolicies: [] as string[],
  paymentOptions: [] as string[],
  staysSorts: [] as string[],
  minReviewScores: [] as string[],
  languages: [] as string[],
};
