import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { actionCases as cases, place } from '#tests/audit-action-cases.ts'
import { billingCases } from '#tests/billing-action-cases.ts'
import { goalCases } from '#tests/goal-action-cases.ts'
import { importCases } from '#tests/import-action-cases.ts'
import { mailCases } from '#tests/mail-action-cases.ts'
import { workCases } from '#tests/work-action-cases.ts'
import { auditActions } from '#shared/audit-actions.ts'
import { features } from '#server/features.ts'
import { idsIn, mergeWording, sentenceOf } from './rules.ts'

const actionCases = [...cases, ...billingCases, ...goalCases, ...importCases, ...mailCases, ...workCases]

const names = new Map([
  ['ana', 'Ana Silva'],
  ['ben', 'Ben Ode'],
  ['maria', 'Maria Silva'],
  ['tess', 'Tess Rivera'],
  ['m5', 'Math 5'],
  ['m6', 'Math 6'],
  ['hw', 'homework “Chapter 3”'],
])
const words = mergeWording(features.flatMap(({ wording }) => wording ?? []))
const sentenceFor = (action: string, before: unknown, after: unknown, entity = 'ana') =>
  sentenceOf({ action, entity, before, after }, { by: 'Kim', names, words, classId: 'm5' })

describe('an action as a sentence', () => {
  test.each(actionCases)('%s: %j → %j', (action, before, after, sentence, entity) =>
    expect(sentenceFor(action, before, after, entity)).toBe(`Kim ${sentence}.`),
  )

  test('lists only the changes to known fields if the kind of action is unknown', () => {
    const before = { grade: '4', grip: { raw: 1 } }
    expect(sentenceFor('students.juggle', before, { grade: '5', grip: { raw: 2 } })).toBe(
      'Kim changed the grade from 4 to 5.',
    )
    expect(sentenceFor('students.juggle', null, { grip: 2 })).toBe('Kim changed something here.')
  })

  test('quotes the beginning of long texts, on one line', () => {
    const sentence = sentenceFor('records.addNote', null, { msg: `One\ntwo ${'x'.repeat(200)}` })
    expect([sentence.includes('\n'), sentence.length < 110, sentence.includes('One two')]).toEqual([
      false,
      true,
      true,
    ])
  })
})

/** Secrets, as fields of a row that should never have been stored. */
const secrets = {
  passwordHash: 'CANARY',
  token: 'CANARY',
  key: 'CANARY',
  keyHash: 'CANARY',
  googleSubject: 'CANARY',
  link: 'CANARY',
}

/**
 * Actions that appear only in the audit log. Their sentences are too simple to need a test case.
 */
const elsewhere =
  /^(material|questions|hints|visuals|printing|emails|oddities|devices|integrations)\.|^grading\.(keep|drop)$|^accounts\.(?!change|close)|^students\.(import|undoImport|export)$/

/** Source code that may record actions, without the files that only list or describe them. */
const sources = globSync('{src,db}/**/*.ts')
  .filter((file) => !/\.test\.|\/(change-words|feature|api|permissions|audit-actions)\.ts$/.test(file))
  .map((file) => readFileSync(file, 'utf8'))

/** Returns a pattern for the definition of the list whose export this action records. */
const listOf = (action: string) =>
  new RegExp(`name: '${action.replace(/\.export$/, '')}'( as const)?,\\s+columns`)

test.each(auditActions)('%s is recorded somewhere', (action) =>
  expect(sources.some((text) => text.includes(`'${action}'`) || listOf(action).test(text))).toBe(true),
)

test.each(auditActions)('%s has its own sentence', (action) =>
  expect(sentenceFor(action, {}, {})).not.toBe('Kim changed something here.'),
)

describe.each(auditActions)('%s', (action) => {
  test.skipIf(elsewhere.test(action))('has a case in actionCases', () =>
    expect(actionCases.map(([name]) => name)).toContain(action),
  )

  test.each([
    [null, null],
    [{}, {}],
    [[], [null, 1, {}]],
    [
      { ...secrets, before: { raw: 1 } },
      { ...secrets, id: 'x', classes: [secrets], places: [secrets], breaks: [secrets], programs: 'x' },
    ],
    [
      { ...place, ...secrets, type: {}, startDate: 7 },
      { ...place, ...secrets, startDate: [] },
    ],
  ])('describes %j and %j without field names, raw values or secrets', (before, after) => {
    const sentence = sentenceFor(action, before, after)
    expect(sentence).toMatch(/^Kim [a-z].*[.”]$/)
    expect(sentence).not.toMatch(/[{}[\]]|undefined|null|NaN|CANARY|Hash|Id\b|\bobject\b/)
  })
})

test('only the ids mentioned in the sentences are looked up, each once', () => {
  const id = '0190aaaa-0000-7000-8000-00000000000'
  const rows = [
    {
      action: 'x',
      entity: `${id}1`,
      before: { studentId: `${id}2`, placeId: `${id}3` },
      after: [{ classId: `${id}2` }],
    },
  ]
  expect(idsIn(rows)).toEqual([`${id}1`, `${id}2`])
})
