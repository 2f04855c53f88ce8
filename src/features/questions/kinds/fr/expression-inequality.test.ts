import { expect, test } from 'vitest'
import { expression } from './expression.ts'

const status = (value: string, given: string) =>
  expression.grade({ kind: 'expression', value, variables: ['x', 'y'] }, given).status

test.each<[key: string, given: string]>([
  ['x≠2', 'x<2 or x>2'],
  ['x≠2', '2<x or 2>x'],
  ['x≠2', '2x≠4'],
  ['x≠2', 'x-2<0 or 2x>4'],
  ['x^2≠4', 'x≠±2'],
  ['x^2≠4', 'x≠2 and x≠-2'],
  ['x≠2 and x≠3', 'x≠3, 2'],
  ['x≠2 and x≠3', 'x≠2, x≠3'],
  ['x≠±3', '9≠x^2'],
  ['x≠0', 'x<0 or x>0'],
  ['y≠2x', 'y<2x or y>2x'],
])('an inequality that excludes the same numbers is right: %s as %s', (key, given) => {
  expect(status(key, given)).toBe('correct')
  expect(status(given, key)).toBe('correct')
})

test.each<[key: string, given: string]>([
  ['x≠2', 'x≠3'],
  ['x≠2', 'x≠-2'],
  ['x≠2', 'x<2'],
  ['x≠2', 'x<2 or x>3'],
  ['x≠2', 'x≤2 or x>2'],
  ['x≠2', 'x<2 and x>2'],
  ['x^2≠4', 'x≠2'],
  ['x≠±2', 'x^2≠2'],
  ['x≠2 and x≠3', 'x≠2 or x≠3'],
  ['x≠±2', 'x≠2 or x≠-2'],
  ['x≠2, 3', 'x≠2 or x≠3'],
])('an inequality that excludes different numbers is wrong: %s is not %s', (key, given) => {
  expect(status(key, given)).toBe('incorrect')
  expect(status(given, key)).toBe('incorrect')
})

test.each<[key: string, given: string]>([
  ['x≠2', '(x-2)^2>0'],
  ['x≠2', '(x-2)^2≠0'],
  ['x>3', 'x/(x^2+1)>3/(x^2+1)'],
])('an inequality whose exclusions can’t be decided is left for a person to grade: %s, %s', (key, given) =>
  expect(status(key, given)).toBe('ungraded'),
)

test.each<[key: string, given: string]>([
  ['x>3', 'x/(x+50)>3/(x+50)'],
  ['x<60', 'x(x+70)<60(x+70)'],
  ['y<2x', 'y/(x+90)<2x/(x+90)'],
  ['|x-60|<3', '60-x<3'],
  ['|x-60|<3', 'x-60<3'],
  ['y>|x-70|', 'y>70-x'],
  ['y≤x^3-45x', 'y<x^3-45x'],
])('an inequality that holds for different numbers is wrong: %s is not %s', (key, given) => {
  expect(status(key, given)).toBe('incorrect')
  expect(status(given, key)).toBe('incorrect')
})

test.each<[key: string, given: string]>([
  ['ln(x)<0', 'ln(x^2)<0'],
  ['log(x)>1', 'log(x^2)>2'],
])('an inequality that holds where the other one is undefined is never equal to it: %s, %s', (key, given) => {
  expect(status(key, given)).not.toBe('correct')
  expect(status(given, key)).not.toBe('correct')
})

test('an inequality with a logarithm stays right if both sides are doubled', () =>
  expect(status('ln(x)<0', '2ln(x)<0')).toBe('correct'))
