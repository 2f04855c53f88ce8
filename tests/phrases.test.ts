import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const texts = globSync('{src,db}/**/*.{ts,tsx}', { cwd: root })
  .filter((path) => !path.includes('.test.'))
  .map(
    (path) =>
      [path, readFileSync(join(root, path), 'utf8').replaceAll('’', "'").replaceAll(/\s+/g, ' ')] as const,
  )

/** Wordings once used on screen that no native speaker would use. */
const odd = [
  'classes lack marks',
  'Give the seat',
  'Nothing is odd',
  'What waits',
  'Nothing waits',
  'by the hour in which classes begin',
  'To look at',
  'Nobody assists everywhere',
  'Another subject than',
  'Told ahead',
  'Take back what was set',
  'This is true of this day alone',
  'Keep as it is',
  'Ended too',
  'From which date',
  'stay as they were',
  'Only the office sees them',
  'Whoever of the staff',
  'belongs to the staff',
  'Told of in time',
  'What was given stays',
  'Open credits a subject, at most',
  'It decides what day and time',
  'No closed days to come',
  'It stands on the day',
  'Nothing was changed yet',
  'Left empty, it is',
  'Heard of us by',
  'Nobody is found',
  'A plot stands here',
  'Nothing is planned',
  'told of in time',
  'Make void',
  'Grant credit',
  'Kind of place',
  'The first day of the place',
  'Two of a subject at most',
  'Done: In the class',
  'Others at',
  'today when left empty',
  'To the parents of: Many',
  'is for you to say',
  'It goes with the grade',
  'Waits for its key',
  'Who is there?',
  'The child before or after',
  'at hand, ',
  'Not finish',
  'filled in with one press',
  'How near',
  'Looks and weight',
  'Read out to who',
  'Take the picture away',
  'gets other numbers',
  'Letter that follows',
  'which must be right too',
  'takes a right one away',
  'Answers that students may give',
  'They come as soon as',
  'it is called like',
  'Go on',
  'It can also be written like this',
  'Begin with the ones',
  'Comes after all',
  'The center knows',
  'Told less than',
  'Ask the center to book',
  'What was answered',
  'Say who you are',
  'Back to the login',
]

test.each(odd)('no text says “%s”', (phrase) => {
  const said = new RegExp(`\\b${phrase.replaceAll(/[?.]/g, '\\$&')}`)
  expect(texts.filter(([, text]) => said.test(text)).map(([path]) => path)).toEqual([])
})

test('texts are in American English', () => {
  const british =
    /\b(centre|centres|cancelled|cancelling|colour|favourite|organis|practis|enrol\b|enrolment\b|grey\b)/i
  // A calendar's status for a canceled class is CANCELLED (RFC 5545).
  const of = texts.filter(([path]) => !/calendar-text/.test(path))
  const found = of.flatMap(([path, text]) =>
    [...text.matchAll(/(['"`>])([^'"`<>{}]*)\1?/g)]
      .filter(([said]) => british.test(said))
      .map(([said]) => `${path}: ${said}`),
  )
  expect(found).toEqual([])
})
