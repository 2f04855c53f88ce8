import { expect, test } from 'vitest'
import { spanish } from '#features/overview/spanish-staff.ts'
import { addLanguage, inLanguage } from '#shared/language.ts'
import { noticeMail, type NoticeEvent } from './notice-words.ts'

addLanguage(spanish)

test.each<[NoticeEvent, string | null, string, string]>([
  [
    { kind: 'list', name: 'students', rows: 1 },
    'Lakeside',
    'Ana Lee exported students.csv (1 row) at Lakeside',
    'Ana Lee exportó students.csv (1 fila) en Lakeside',
  ],
  [
    { kind: 'record', child: 'Ben Park' },
    null,
    'Ana Lee exported the record of Ben Park',
    'Ana Lee exportó el expediente de Ben Park',
  ],
  [
    { kind: 'reading', students: 60, within: 'hour' },
    null,
    'Ana Lee opened the records of 60 students within an hour',
    'Ana Lee abrió los expedientes de 60 estudiantes en una hora',
  ],
  [
    { kind: 'mailing', subject: 'Snow day', parents: 120 },
    'Lakeside',
    'Ana Lee sent “Snow day” to 120 parents at Lakeside',
    'Ana Lee envió “Snow day” a 120 padres en Lakeside',
  ],
])('an admin reads a notice in their language: %j', (event, center, subject, translated) => {
  const mail = () => noticeMail({ event, who: 'Ana Lee', center, firstName: 'Olga' })
  expect(mail().subject).toBe(subject)
  const inSpanish = inLanguage('es', mail)
  expect(inSpanish.subject).toBe(translated)
  expect(inSpanish.body).toMatch(new RegExp(`^Hola, Olga:\n\n${translated.replace(/[()]/g, '\\$&')}\\. `))
})

test('a notice written by the previous version keeps its English wording', () => {
  const event = { kind: 'worded', what: 'exported the audit log' } as const
  expect(noticeMail({ event, who: 'Ana Lee', center: null, firstName: 'Olga' }).subject).toBe(
    'Ana Lee exported the audit log',
  )
})

test('a notice about a person whose account is gone says “Somebody”', () => {
  const mail = () =>
    noticeMail({ event: { kind: 'audit' }, who: null, center: null, firstName: 'Olga' }).subject
  expect([mail(), inLanguage('es', mail)]).toEqual([
    'Somebody exported the audit log',
    'Alguien exportó el registro de cambios',
  ])
})
