import { expect, test } from 'vitest'
import { faultIn } from './validity.ts'

const text = { type: 'text', validationMessage: 'Please fill out this field.' }

test.each<[string, Parameters<typeof faultIn>[0], string | null]>([
  ['a valid control', { ...text, validity: { valid: true } }, null],
  [
    'a box that must be checked',
    { ...text, type: 'checkbox', validity: { valid: false, valueMissing: true } },
    'Check this box to continue.',
  ],
  ['an empty field', { ...text, validity: { valid: false, valueMissing: true } }, 'Fill this in.'],
  [
    'a select without a choice',
    { ...text, type: 'select-one', validity: { valid: false, valueMissing: true } },
    'Choose one.',
  ],
  [
    'an invalid email address',
    { ...text, type: 'email', validity: { valid: false, typeMismatch: true } },
    'Enter an email address such as name@example.com.',
  ],
  [
    'a number that is too low',
    { ...text, type: 'number', min: '1', validity: { valid: false, rangeUnderflow: true } },
    'At least 1.',
  ],
  [
    'text that doesn’t match a pattern',
    { ...text, title: 'Enter 4 to 6 digits.', validity: { valid: false, patternMismatch: true } },
    'Enter 4 to 6 digits.',
  ],
  [
    'a field with an error of its own',
    {
      ...text,
      validationMessage: 'No such class',
      validity: { valid: false, customError: true, valueMissing: true },
    },
    'No such class',
  ],
])('%s gets the product’s own error message, if any', (_, control, words) =>
  expect(faultIn(control)).toBe(words),
)
