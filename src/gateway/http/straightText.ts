// Signs that turn the direction of what stands behind them. In a name they would turn the digits of its price in a message, or the
// other values in the line of a file.
const turns = /[\u202a-\u202e\u2066-\u2069]/g;

export const straightText = (text: string): string => text.replace(turns, '');
