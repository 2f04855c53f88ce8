import { expect, test } from 'vitest'
import { countryName } from './countries.ts'
import { dayInWords } from './day-text.ts'
import { addLanguage, inLanguage, noWords, reader, translateSentence, t } from './language.ts'
import { sentenceTranslator } from './sentence-translator.ts'
import { counted, listed } from './text.ts'

const catalog = Object.assign(noWords(), {
  'Due {day}': 'Para el {day}',
  '{a} before {b}': '{b} después de {a}',
  'Right value, but {but}.': 'El valor es correcto, pero {but}.',
  'write it with {places}': 'escríbelo con {places}',
  'decimal places': 'cifra decimal|cifras decimales',
  questions: 'pregunta|preguntas',
})
addLanguage({ language: 'es', tag: 'es-US', catalog, translate: sentenceTranslator(catalog, (text) => text) })
const inSpanish = (make: () => string) => inLanguage('es', make)

test('text is in English unless its reader has chosen another language', () => {
  expect(t('Due {day}', { day: 'Mar 5' })).toBe('Due Mar 5')
  expect(inSpanish(() => t('Due {day}', { day: '5 mar' }))).toBe('Para el 5 mar')
  expect(reader().language).toBe('en')
})

test('the language is restored if creating a text fails', () => {
  expect(() =>
    inSpanish(() => {
      throw new Error('no text')
    }),
  ).toThrow('no text')
  expect(reader().language).toBe('en')
})

test.each([
  ['placeholders in another order', () => t('{a} before {b}', { a: '1', b: '2' }), '2 después de 1'],
  ['a value that looks like a placeholder', () => t('Due {day}', { day: '{day}' }), 'Para el {day}'],
  ['text without a translation', () => t('Hello'), 'Hello'],
  ['a text that is the name of a property of every object', () => t('constructor'), 'constructor'],
  ['a count of one', () => counted(1, 'question'), '1 pregunta'],
  ['a count of many', () => counted(1319, 'question'), '1,319 preguntas'],
  ['a noun without a translation', () => counted(2, 'row'), '2 rows'],
  ['a list', () => listed(['Ana', 'Ben', 'Cy']), 'Ana, Ben y Cy'],
  ['a day', () => dayInWords('2026-03-05'), 'jue, 5 de mar'],
  ['a country', () => countryName('US'), 'Estados Unidos'],
])('text appears in Spanish if it has a translation, otherwise in English: %s', (_, make, want) =>
  expect(inSpanish(make)).toBe(want),
)

test.each([
  [
    'a sentence with a value',
    'Right value, but write it with 2 decimal places.',
    'El valor es correcto, pero escríbelo con 2 cifras decimales.',
  ],
  [
    'a sentence with a count of one',
    'Right value, but write it with 1 decimal place.',
    'El valor es correcto, pero escríbelo con 1 cifra decimal.',
  ],
  ['text that an author wrote', 'You forgot to carry.', 'You forgot to carry.'],
  ['text that only contains a known sentence', 'Note: Right value, but no.', 'Note: Right value, but no.'],
  ['a pattern of a regular expression', 'Right value, but $& (.*).', 'El valor es correcto, pero $& (.*).'],
])(
  'a sentence whose placeholders are already filled in is translated if the catalog has it: %s',
  (_, sentence, want) => {
    expect(inSpanish(() => translateSentence(sentence))).toBe(want)
    expect(translateSentence(sentence)).toBe(sentence)
  },
)
