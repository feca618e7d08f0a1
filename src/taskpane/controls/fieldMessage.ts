// A field says one thing at a time: what is wrong, or else what it is for.

export const fieldMessage = (help: string, wrong: string | undefined) =>
  wrong ? ({ validationMessage: wrong, validationState: 'error' } as const) : ({ hint: help } as const);
