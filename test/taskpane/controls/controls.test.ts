import { comboAction, type ComboState } from '../../../src/taskpane/controls/comboAction';
import { withEntries } from '../../../src/taskpane/formulas/draft/draft';
import { fieldMessage } from '../../../src/taskpane/controls/fieldMessage';

describe('a key in a combobox', () => {
  const open: ComboState = { open: true, query: 'po', current: 1, count: 3 };
  const closed: ComboState = { ...open, open: false };

  test('an arrow opens the list, then moves in it and stops at its ends', () => {
    expect(comboAction('ArrowDown', closed)).toEqual({ type: 'open' });
    expect(comboAction('ArrowDown', open)).toEqual({ type: 'move', to: 2 });
    expect(comboAction('ArrowDown', { ...open, current: 2 })).toEqual({ type: 'move', to: 2 });
    expect(comboAction('ArrowUp', { ...open, current: 0 })).toEqual({ type: 'move', to: 0 });
    expect(comboAction('Home', open)).toEqual({ type: 'move', to: 0 });
    expect(comboAction('End', open)).toEqual({ type: 'move', to: 2 });
  });

  test('Enter toggles only what is shown', () => {
    expect(comboAction('Enter', open)).toEqual({ type: 'toggle' });
    expect(comboAction('Enter', { ...open, current: -1, count: 0 })).toBeUndefined();
    expect(comboAction('Enter', closed)).toBeUndefined();
  });

  test('Escape closes the list, then empties the field, then is left to the page', () => {
    expect(comboAction('Escape', open)).toEqual({ type: 'close' });
    expect(comboAction('Escape', closed)).toEqual({ type: 'clear' });
    expect(comboAction('Escape', { ...closed, query: '' })).toBeUndefined();
  });

  test('letters, and Home and End in a closed list, belong to the text field', () => {
    for (const key of ['a', 'Home', 'End', 'Tab']) expect(comboAction(key, closed)).toBeUndefined();
  });
});

describe('entries of a list', () => {
  test('are separated by commas, semicolons and lines, without blanks', () => {
    expect(withEntries(['LG'], ' Sony, Philips;\n TCL ,', false)).toEqual(['LG', 'Sony', 'Philips', 'TCL']);
  });

  test('are listed once, except where each counts', () => {
    expect(withEntries(['LG'], 'LG, Sony, Sony', false)).toEqual(['LG', 'Sony']);
    expect(withEntries(['5'], '5, 5', true)).toEqual(['5', '5', '5']);
  });
});

test('a field says what is wrong, or else what it is for', () => {
  expect(fieldMessage('What to search for.', undefined)).toEqual({ hint: 'What to search for.' });
  expect(fieldMessage('What to search for.', 'Too long.')).toEqual({
    validationMessage: 'Too long.',
    validationState: 'error',
  });
});
