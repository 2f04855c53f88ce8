import { expect, test } from 'vitest'
import { chosenRange, type RangeSearch } from './ranges.ts'

const custom = { from: '2026-01-05', to: '2026-01-31' }

test.each<[string, RangeSearch, string, [name: string, from: string, to: string]]>([
  ['the dashboard’s four weeks by default', {}, '2026-03-03', ['four-weeks', '2026-02-04', '2026-03-03']],
  ['a week from Sunday', { range: 'week' }, '2026-03-03', ['week', '2026-03-01', '2026-03-03']],
  ['a week that begins today', { range: 'week' }, '2026-03-01', ['week', '2026-03-01', '2026-03-01']],
  ['a month from its first day', { range: 'month' }, '2026-02-28', ['month', '2026-02-01', '2026-02-28']],
  ['three months', { range: 'three-months' }, '2026-03-03', ['three-months', '2025-12-04', '2026-03-03']],
  [
    'three months, even if they would start on a day that doesn’t exist',
    { range: 'three-months' },
    '2026-05-31',
    ['three-months', '2026-03-01', '2026-05-31'],
  ],
  ['a custom range', custom, '2026-03-03', ['custom', '2026-01-05', '2026-01-31']],
  [
    'the default instead of an unknown name',
    { range: 'decade' },
    '2026-03-03',
    ['four-weeks', '2026-02-04', '2026-03-03'],
  ],
  [
    'the default instead of days in the wrong order',
    { from: custom.to, to: custom.from },
    '2026-03-03',
    ['four-weeks', '2026-02-04', '2026-03-03'],
  ],
  [
    'the default instead of a day that doesn’t exist',
    { from: '2026-02-30', to: '2026-03-03' },
    '2026-03-03',
    ['four-weeks', '2026-02-04', '2026-03-03'],
  ],
  [
    'the default instead of too many days',
    { from: '2024-01-01', to: '2026-03-03' },
    '2026-03-03',
    ['four-weeks', '2026-02-04', '2026-03-03'],
  ],
])('the URL selects %s', (_, search, today, [name, from, to]) =>
  expect(chosenRange(search, today)).toEqual({ name, from, to }),
)
