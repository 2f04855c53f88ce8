import { expect, test } from 'vitest'
import { type AnswerKey, checkKey, grade, samplesOf, solutionOf } from '#features/questions/rules.ts'
import { typesetDraft } from '#features/questions/typesetting.ts'
import { demoCourses } from './demo-material.ts'

test('every demo question passes the product’s checks, and its model answer is correct', () => {
  const kinds = new Set<string>()
  let count = 0
  for (const course of demoCourses())
    for (const level of course.levels)
      for (const chapter of level.chapters)
        for (const section of [...chapter.sections, ...chapter.test]) {
          expect(section.questions.length, `${level.name} ${chapter.name} ${section.name}`).toBeGreaterThan(1)
          for (const question of section.questions) {
            count += 1
            if (!('key' in question)) continue
            const { key, text: source, instructions = '', variables } = question
            kinds.add(key.kind)
            if (key.kind === 'fr') for (const part of key.parts) kinds.add(part.kind)
            expect(
              typesetDraft({ instructions, source, key, variables: variables ?? null }).faults,
              source,
            ).toEqual([])
            if (!variables && checkKey(key).length === 0 && samplesOf(key).length > 0)
              expect(grade(key, solutionOf(key)).status, source).toBe('correct')
          }
        }
  expect(count).toBeGreaterThan(400)
  expect([...kinds].toSorted()).toEqual(
    [
      'angle',
      'derivation',
      'expression',
      'fr',
      'graph',
      'hotspot',
      'interval',
      'label',
      'letter',
      'line',
      'manual',
      'match',
      'matrix',
      'mc',
      'number',
      'numberLine',
      'order',
      'select',
      'sentence',
      'words',
      'work',
    ].toSorted(),
  )
})

test('at most 1% of the automatically graded demo questions leave their model answer ungraded', () => {
  const sections = demoCourses()
    .flatMap(({ levels }) => levels.flatMap(({ chapters }) => chapters))
    .flatMap(({ sections: own, test: proof }) => [...own, ...proof])
  const keys = sections
    .flatMap((section) => section.questions)
    .flatMap((question): AnswerKey[] => {
      if (!('key' in question)) return []
      const { key, text: source, instructions = '', variables = null } = question
      return variables
        ? typesetDraft({ instructions, source, key, variables }).variants.map((variant) => variant.key)
        : [key]
    })
  const isForPeople = (key: AnswerKey) => key.kind === 'fr' && key.parts.some(({ kind }) => kind === 'manual')
  const graded = keys.filter((key) => !isForPeople(key) && checkKey(key).length === 0)
  expect(graded.length).toBeGreaterThan(400)
  const left = graded.filter((key) => grade(key, solutionOf(key)).status === 'ungraded')
  expect(left.length).toBeLessThanOrEqual(graded.length / 100)
})
