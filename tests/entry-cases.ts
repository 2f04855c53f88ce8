/**
 * Entries as people type them, with the values they represent (spec §5; reliability B1-B6). The same rows
 * test the pure functions, the server (entries.test.ts) and the fields of the pages (e2e/entries.spec.ts).
 * Dates without a year are in 2026.
 */
type Cases = {
  /** Pairs of typed text and stored value. */
  accepted: readonly (readonly [typed: string, stored: string])[]
  refused: readonly string[]
}

/** B1: a fraction, n/m. */
export const fractions: Cases = {
  accepted: [
    ['3/4', '3/4'],
    ['0/4', '0/4'],
    ['4/4', '4/4'],
    ['3.125/4', '3.125/4'],
    ['1.001/2', '1.001/2'],
    ['  3/4 ', '3/4'],
    ['17/20', '17/20'],
    ['10000/10000', '10000/10000'],
  ],
  refused: [
    ...'5/4 4.001/4 3/0 0/0 3.1255/4 -1/4 3 /4 3/ 3//4 3/4/5 1e1/20 .5/1 3./4 1,5/2 ٣/٤ NaN/1 3/1e3 3/4.5 3/-4 3/10001 +3/4 3/4% ３/４ 3⁄4 ½'.split(
      ' ',
    ),
    'a/b',
    '3 / 4',
    "3/4' or 1=1",
    '0000000000000000003/4',
  ],
}

/** B2: a whole percent, where percent is allowed. */
export const percents: Cases = {
  accepted: [
    ['0%', '0%'],
    ['85%', '85%'],
    ['100%', '100%'],
    [' 7% ', '7%'],
  ],
  refused: [
    '101%',
    '-1%',
    '85.5%',
    '85',
    '%',
    '85 %',
    '1e2%',
    '８５%',
    '٨٥%',
    '0x1%',
    '85%%',
    '%85',
    '85/100%',
    `${'0'.repeat(20)}5%`,
  ],
}

/** B3: a time of day. */
export const times: Cases = {
  accepted: [
    ['9', '09:00'],
    ['0', '00:00'],
    ['21:59', '21:59'],
    ['9:05', '09:05'],
    ['9p', '21:00'],
    ['9:30pm', '21:30'],
    ['12a', '00:00'],
    ['12:15am', '00:15'],
    ['12p', '12:00'],
    ['12', '12:00'],
    ['0p', '12:00'],
    ['10P', '22:00'],
    ['9 pm', '21:00'],
    ['13a', '13:00'],
  ],
  refused: ['24', '13p', '13:00pm', '9:60', '9:5', '9:', ':30', '9.30', '930', '-1', '9x', '9ap', '', '９'],
}

/** B4: a date. */
export const dates: Cases = {
  accepted: [
    ['2/9', '2026-02-09'],
    ['02-09', '2026-02-09'],
    ['2/9/2024', '2024-02-09'],
    ['2-9-2024', '2024-02-09'],
    ['2/29/2024', '2024-02-29'],
    [' 12/31 ', '2026-12-31'],
  ],
  refused: [
    ...'2/30 2/29 13/1 0/1 1/0 4/31 1/1/24 1/1/0000 1/1/99999 1-1/2024 1/1-2024 1/1/ 2/9/1899 2/9/2101 today ２/９'.split(
      ' ',
    ),
    '2 / 9',
  ],
}
/** Date in the API's format, which nobody types. */
export const isoDate = '2024-01-01'

/** B5: first and last day of a class. */
export const spans = [
  { first: '2/9', last: '', fits: true },
  { first: '2/9', last: '2/9', fits: true },
  { first: '2/9', last: '3/9', fits: true },
  { first: '2/9', last: '2/8', fits: false },
  { first: '2/9/2026', last: '2/9/2025', fits: false },
] as const

/** B5: start and length of a class. */
export const lengths = [
  { time: '10:44p', minutes: '75', fault: null },
  { time: '10:45p', minutes: '75', fault: 'The class must end on the day it starts.' },
  { time: '11:30p', minutes: '60', fault: 'The class must end on the day it starts.' },
  { time: '4:30p', minutes: '5', fault: null },
  { time: '4:30p', minutes: '4', fault: 'Enter 5 to 480 minutes.' },
  { time: '8a', minutes: '480', fault: null },
  { time: '8a', minutes: '481', fault: 'Enter 5 to 480 minutes.' },
] as const
export const sizes: Cases = {
  accepted: [
    ['1', '1'],
    ['100', '100'],
    [' 8 ', '8'],
  ],
  refused: ['0', '101', '-1', '1.5', '1e1', ''],
}
/** B5: default length of a class. */
export const usualLengths = [
  { subject: 'Math', minutes: 75 },
  { subject: 'Group', minutes: 75 },
  { subject: 'Private Tutoring', minutes: 60 },
] as const

/** B6: a phone number as typed at an American center, as stored (null if refused), and as shown. */
export const phones: readonly (readonly [typed: string, stored: string | null, shown: string])[] = [
  ['(919) 555-0172', '+19195550172', '919-555-0172'],
  ['1 919 555 0172', '+19195550172', '919-555-0172'],
  ['+44 20 7946 0958', '+442079460958', '+44 20 7946 0958'],
  ['011 44 20 7946 0958', '+442079460958', '+44 20 7946 0958'],
  ['555-0172', null, '555-017-2'],
  ['+1 555 123 4567 89', null, '+1 555 123 4567 89'],
  ['919-555-0172 ext. 21', null, '919-555-0172 ext. 21'],
  ['call me', null, 'call me'],
  ['', '', ''],
]
