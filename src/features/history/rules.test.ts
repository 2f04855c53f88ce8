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
const tell = (action: string, before: unknown, after: unknown, entity = 'ana') =>
  sentenceOf({ action, entity, before, after }, { by: 'Kim', names, words, classId: 'm5' })

describe('an action as a sentence', () => {
  test.each(actionCases)('%s: %j → %j', (action, before, after, sentence, entity) =>
    expect(tell(action, before, after, entity)).toBe(`Kim ${sentence}.`),
  )

  test('lists only the changes to known fields if the kind of action is unknown', () => {
    const before = { grade: '4', grip: { raw: 1 } }
    expect(tell('students.juggle', before, { grade: '5', grip: { raw: 2 } })).toBe(
      'Kim changed the grade from 4 to 5.',
    )
    expect(tell('students.juggle', null, { grip: 2 })).toBe('Kim changed something here.')
  })

  test('quotes the beginning of long texts, on one line', () => {
    const said = tell('records.addNote', null, { msg: `One\ntwo ${'x'.repeat(200)}` })
    expect([said.includes('\n'), said.length < 110, said.includes('One two')]).toEqual([false, true, true])
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

/** Actions that only appear in the list of all changes, with simple sentences that need no test case. */
const elsewhere =
  /^(material|questions|hints|visuals|printing|emails|oddities|devices|integrations)\.|^grading\.(keep|drop)$|^accounts\.(?!change|close)|^students\.(import|undoImport|export)$/

/** Sources of everything that can record an action, except the words for it. */
const sources = globSync('{src,db}/**/*.ts')
  .filter((file) => !/\.test\.|\/(change-words|feature|api|permissions|audit-actions)\.ts$/.test(file))
  .map((file) => readFileSync(file, 'utf8'))

/** Matches the definition of a list with this name, whose export is recorded. */
const listOf = (action: string) =>
  new RegExp(`name: '${action.replace(/\.export$/, '')}'( as const)?,\\s+columns`)

test.each(auditActions)('%s is recorded somewhere', (action) =>
  expect(sources.some((text) => text.includes(`'${action}'`) || listOf(action).test(text))).toBe(true),
)

test.each(auditActions)('%s has a sentence of its own', (action) =>
  expect(tell(action, {}, {})).not.toBe('Kim changed something here.'),
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
    const said = tell(action, before, after)
    expect(said).toMatch(/^Kim [a-z].*[.”]$/)
    expect(said).not.toMatch(/[{}[\]]|undefined|null|NaN|CANARY|Hash|Id\b|\bobject\b/)
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
