import { beforeAll, expect, test } from 'vitest'
import { spanish } from '#features/overview/spanish-staff.ts'
import { addLanguage, inLanguage } from '#shared/language.ts'
import { lineInWords } from './line-words.ts'

beforeAll(() => addLanguage(spanish))

test.each([
  ['Math 5', 'Math 5'],
  ['Math 5, 3 of 5 classes', 'Math 5, 3 de 5 clases'],
  ['Math 5, 1 of 1 class', 'Math 5, 1 de 1 clase'],
  ['English 3 (Tue), 1 class', 'English 3 (mar), 1 clase'],
  ['English 3, Group B, 4 classes', 'English 3, Group B, 4 clases'],
  ['Private Tutoring, 1.5 hours', 'Private Tutoring, 1.5 horas'],
  ['Private Tutoring, 1 hour', 'Private Tutoring, 1 hora'],
  ['Sibling discount, 12.5%', 'Descuento por hermanos, 12.5%'],
  ['Dance, 8 steps', 'Dance, 8 steps'],
  ['', ''],
])('an invoice line is shown in its reader’s language: %s', (line, want) => {
  expect(lineInWords(line)).toBe(line)
  expect(inLanguage('es', () => lineInWords(line))).toBe(want)
})
