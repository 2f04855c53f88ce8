import { expect, test } from 'vitest'
import { press, type KeypadKey } from './keypad.ts'

/** Returns the field shown in a drawing, where one `|` is the caret and two enclose the selection. */
const field = (drawn: string) => ({
  text: drawn.replaceAll('|', ''),
  from: drawn.indexOf('|'),
  to: drawn.lastIndexOf('|') - (drawn.split('|').length - 2),
})

test.each<[string, string, KeypadKey, string]>([
  ['a digit is inserted at the caret', '1|3', '2', '12|3'],
  ['a digit replaces the selection', '1|23|4', '9', '19|4'],
  ['a digit starts a number', '|', '5', '5|'],
  ['a minus starts a number', '|3', '-', '-|3'],
  ['a decimal point is entered after a digit', '3|', '.', '3.|'],
  ['a decimal point may start a number', '|', '.', '.|'],
  ['a second decimal point is ignored', '3.1|', '.', '3.1|'],
  ['a second decimal point is ignored, even if the first one is after the caret', '3|.1', '.', '3|.1'],
  ['the denominator can have its own decimal point', '1.5/2|', '.', '1.5/2.|'],
  ['a fraction bar is entered after a number', '5|', '/', '5/|'],
  ['a fraction bar without a number waits for its numerator', '|', '/', '|/'],
  ['pressing the bar again moves to the denominator', '4|/', '/', '4/|'],
  ['a second fraction bar is ignored', '5/|', '/', '5/|'],
  ['the mixed key after a whole number moves to the numerator', '1|', 'mixed', '1 |/'],
  ['the mixed key without a number waits for the whole number', '|', 'mixed', '| /'],
  ['pressing the mixed key again moves to the fraction', '1| /', 'mixed', '1 |/'],
  ['the bar moves to the denominator within a mixed number', '1 2|/', '/', '1 2/|'],
  ['a second space is ignored', '1 |', 'mixed', '1 |'],
  ['a comma is entered after a digit', '1|', ',', '1,|'],
  ['a percent sign needs a number', '|', '%', '|'],
  ['back deletes the character before the caret', '12|3', 'back', '1|3'],
  ['back deletes the selection', '1|23|4', 'back', '1|4'],
  ['back at the start deletes nothing', '|12', 'back', '|12'],
  ['left moves the caret', '12|', 'left', '1|2'],
  ['left at the start does nothing', '|12', 'left', '|12'],
  ['left moves the caret to the start of a selection', '1|23|', 'left', '1|23'],
  ['right at the end does nothing', '12|', 'right', '12|'],
])('%s', (_, before, key, after) => expect(press(field(before), key)).toEqual(field(after)))
