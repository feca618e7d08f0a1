// The closed lists of the business directory search.

export const letterGrades = ['A', 'B', 'C', 'D', 'F'] as const;

export const radii = ['5', '10', '25', '50', '100'] as const;
