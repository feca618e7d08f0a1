// The width of a column for so many characters of the normal font, in points: a digit is 7 pixels wide, and the cell's
// own margin 5.
export const widthCharacters = (points: number): number => Math.round((points / 0.75 - 5) / 7);

export const columnPoints = (characters: number): number => (characters * 7 + 5) * 0.75;
